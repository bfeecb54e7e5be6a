/** For tests: an identity provider whose users are in a list. */
import type { Watcher } from "#client/services/notifications/inbox.ts"

import type { Identity, IdentityUser } from "./identity.ts"

interface Account {
  email: string
  password: string
  verified?: boolean
  /** What the authenticator app shows, if there is one. */
  appCode?: string
  /** The address that it is to have. */
  asked?: string
}

/** A failure as the SDK throws it. */
export class FakeFailure extends Error {
  readonly code: string

  constructor(code: string, message = code) {
    super(message)
    this.code = code
  }
}

/** Who watches which inbox; a test calls back in the database's place. */
export const inboxes = new Map<string, Watcher>()

/** Accounts may be added and changed while it runs; `signedInAs` is what persistence kept. */
export function fakeIdentity(accounts: Account[], signedInAs: string | null = null): Identity {
  const listeners = new Set<(user: IdentityUser | null) => void>()
  let email = signedInAs
  const user = (): IdentityUser | null =>
    email === null
      ? null
      : { uid: email, email, emailVerified: accountOf(email)?.verified === true, name: null }
  const accountOf = (wanted: string) => accounts.find((account) => account.email === wanted)
  const become = (next: string | null) => {
    email = next
    for (const listener of listeners) listener(user())
  }
  const present = (): IdentityUser => {
    const now = user()
    if (now === null) throw new FakeFailure("auth/no-current-user")
    return now
  }
  return {
    firstState: Promise.resolve(user()),
    current: user,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async signIn(wanted, password) {
      const account = accountOf(wanted)
      if (account?.password !== password) throw new FakeFailure("auth/invalid-credential")
      const finish = async (code: string) => {
        if (code !== account.appCode) throw new FakeFailure("auth/invalid-verification-code")
        become(wanted)
        return present()
      }
      if (account.appCode !== undefined) return { status: "owes-code", finish }
      become(wanted)
      return { status: "in", user: present() }
    },
    signInWithToken: async (token) => {
      if (accountOf(token) === undefined) throw new FakeFailure("auth/invalid-passkey")
      become(token)
      return present()
    },
    async create(wanted, password) {
      if (accountOf(wanted) !== undefined) throw new FakeFailure("auth/email-already-in-use")
      accounts.push({ email: wanted, password })
      become(wanted)
      return present()
    },
    idToken: async () => `id-token-of-${present().email}`,
    reload: async () => user(),
    sendVerification: async () => void present(),
    hasApp: () => email !== null && accountOf(email)?.appCode !== undefined,
    isEmbedded: false,
    setUpApp: async () => {
      const account = accountOf(present().email ?? "")
      return {
        secret: "JBSWY3DPEHPK3PXP",
        url: "otpauth://totp/Waybill?secret=JBSWY3DPEHPK3PXP",
        finish: async (code) => {
          if (account !== undefined) account.appCode = code
        },
      }
    },
    removeApp: async () => {
      const account = accountOf(present().email ?? "")
      if (account !== undefined) delete account.appCode
    },
    changePassword: async (password) => {
      const account = accountOf(present().email ?? "")
      if (account !== undefined) account.password = password
    },
    askAddress: async (wanted) => {
      const account = accountOf(present().email ?? "")
      if (accountOf(wanted) !== undefined) throw new FakeFailure("auth/email-already-in-use")
      if (account !== undefined) account.asked = wanted
    },
    watchUnread: async (path, watcher) => {
      inboxes.set(path, watcher)
      return () => void inboxes.delete(path)
    },
    meet: async () => () => {},
    signOut: async () => become(null),
  }
}
