/** The identity SDK behind a small face of our own. Loaded after the first paint, and never on a server. */
import { FirebaseError, initializeApp } from "firebase/app"
import {
  type User,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  sendEmailVerification,
  signInWithCustomToken,
  signOut,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from "firebase/auth/web-extension"

import type { IdentityEnv } from "#client/lib/input.ts"
import { request } from "#client/services/http.ts"
import type { Watcher } from "#client/services/notifications/inbox.ts"
import type { Presence } from "#client/services/presence/room.ts"

import { type AppSetup, hasApp, removeApp, setUpApp, signInTo } from "./app-factor.ts"

export interface IdentityUser {
  uid: string
  email: string | null
  emailVerified: boolean
  name: string | null
}

export interface Identity {
  /** Resolves with the provider's first state, which persistence may have kept. */
  firstState: Promise<IdentityUser | null>
  current(): IdentityUser | null
  /** Hears every state after the first one too; the answer ends it. */
  watch(listener: (user: IdentityUser | null) => void): () => void
  signIn(email: string, password: string): Promise<SignInStep>
  /** Signs in by something that is no password, such as the answer of a passkey. */
  signInWithToken(token: string): Promise<IdentityUser>
  create(email: string, password: string, name: string): Promise<IdentityUser>
  /** The signed-in user's ID token, renewed on demand. */
  idToken(options?: { renew: boolean }): Promise<string>
  /** Asks the provider for the user's present state. */
  reload(): Promise<IdentityUser | null>
  sendVerification(): Promise<void>
  /** Whether signing in takes a code of an authenticator app. */
  hasApp(): boolean
  /** Whether the provider is the server's own, which has recovery codes and passkeys. */
  isEmbedded: boolean
  /** Begins to set an app up. It and `removeApp` want a sign-in of the last minutes. */
  setUpApp(): Promise<AppSetup>
  removeApp(): Promise<void>
  /** Sets a new password, which ends the sign-ins elsewhere. It and `askAddress` want a sign-in of the last minutes. */
  changePassword(password: string): Promise<void>
  /** Has a link mailed to the address, which becomes the account's when somebody opens it there. */
  askAddress(email: string): Promise<void>
  /** Watches the notifications below `path`; the answer ends it. */
  watchUnread(path: string, watcher: Watcher): Promise<() => void>
  /** Says at `path` that the user is there, and hears who else is; the answer ends it. */
  meet(path: string, presence: Presence): Promise<() => void>
  signOut(): Promise<void>
}

/** How far a password leads. */
export type SignInStep =
  | { status: "in"; user: IdentityUser }
  /** The code of the authenticator app is owed; `finish` signs in with it. */
  | { status: "owes-code"; finish: (code: string) => Promise<IdentityUser> }

/** A failure of the provider: its code (`auth/…`) and its own text. */
export interface IdentityFailure {
  code: string
  message: string
}

/** Starts the SDK for this document; in the embedded mode it talks to the page's own origin. */
export function startIdentity(env: IdentityEnv): Identity {
  const app = initializeApp({
    apiKey: env.apiKey,
    projectId: env.projectId,
    ...(env.authDomain === null ? {} : { authDomain: env.authDomain }),
    ...(env.appId === null ? {} : { appId: env.appId }),
  })
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence] })
  const elsewhere = env.embedded ? location.origin : env.authEmulator
  if (elsewhere !== null) connectAuthEmulator(auth, elsewhere, { disableWarnings: true })

  const signedIn = (): User => {
    if (auth.currentUser === null)
      throw new FirebaseError("auth/no-current-user", "No user is signed in.")
    return auth.currentUser
  }
  return {
    firstState: auth.authStateReady().then(() => face(auth.currentUser)),
    current: () => face(auth.currentUser),
    watch: (listener) => onAuthStateChanged(auth, (user) => listener(face(user))),
    signIn: async (email, password) => {
      const step = await signInTo(auth, email, password)
      if ("user" in step) return { status: "in", user: present(step.user) }
      return { status: "owes-code", finish: async (code) => present(await step.finish(code)) }
    },
    signInWithToken: async (token) => present((await signInWithCustomToken(auth, token)).user),
    create: async (email, password, name) => {
      const { user } = await createUserWithEmailAndPassword(auth, email, password)
      await updateProfile(user, { displayName: name })
      return present(user)
    },
    idToken: async (options) => signedIn().getIdToken(options?.renew === true),
    reload: async () => {
      await auth.currentUser?.reload()
      return face(auth.currentUser)
    },
    sendVerification: () => sendEmailVerification(signedIn()),
    hasApp: () => auth.currentUser !== null && hasApp(auth.currentUser),
    isEmbedded: env.embedded,
    setUpApp: () => setUpApp(signedIn()),
    removeApp: () => removeApp(signedIn()),
    changePassword: async (password) => {
      await updatePassword(signedIn(), password)
      // The own provider ends the sessions with it. Of what happened at another's the server hears later, so they are ended here; the
      // password is the new one whether that worked or not.
      if (!env.embedded)
        await request("/iam/api/v1/sessions/end-others", { method: "POST" }).catch(() => undefined)
    },
    askAddress: (email) => verifyBeforeUpdateEmail(signedIn(), email),
    watchUnread: async (path, watcher) => {
      const { watchUnread } = await import("#client/services/notifications/inbox.ts")
      if (env.databaseUrl !== null) await haveClaims(signedIn(), path)
      return watchUnread({ app, url: env.databaseUrl }, path, watcher)
    },
    meet: async (path, presence) => {
      const { meet } = await import("#client/services/presence/room.ts")
      const { uid } = signedIn()
      return meet({ app, url: env.databaseUrl }, { path, uid }, presence)
    },
    signOut: () => signOut(auth),
  }
}

/**
 * Sees to it that the user's tokens say whose inbox this is, which a database elsewhere asks for. The server sets it when a session
 * begins, so a token of before lacks it.
 */
async function haveClaims(user: User, path: string): Promise<void> {
  const [company, , id] = path.split("/")
  const { claims } = await user.getIdTokenResult()
  if (claims["company_id"] !== company || claims["waybill_user"] !== id) await user.getIdToken(true)
}

function face(user: User | null): IdentityUser | null {
  return user === null ? null : present(user)
}

function present(user: User): IdentityUser {
  return {
    uid: user.uid,
    email: user.email,
    emailVerified: user.emailVerified,
    name: user.displayName,
  }
}
