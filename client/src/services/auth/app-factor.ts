/** The authenticator app as the identity SDK knows it: asked for at sign-in, set up and removed. */
import { FirebaseError } from "firebase/app"
import {
  type Auth,
  type MultiFactorError,
  TotpMultiFactorGenerator,
  type User,
  getMultiFactorResolver,
  multiFactor,
  signInWithEmailAndPassword,
} from "firebase/auth/web-extension"

/** What an app has to be told, and the code that it shows then. */
export interface AppSetup {
  /** Base32, for typing. */
  secret: string
  /** The same as an `otpauth:` address, for a QR code. */
  url: string
  /** Asks for the app from now on; signs the other browsers out. */
  finish: (code: string) => Promise<void>
}

/** Signs in; of somebody with an app, the first of two steps. */
export async function signInTo(
  auth: Auth,
  email: string,
  password: string,
): Promise<{ user: User } | { finish: (code: string) => Promise<User> }> {
  try {
    const { user } = await signInWithEmailAndPassword(auth, email, password)
    return { user }
  } catch (error) {
    if (!isMultiFactorError(error)) throw error
    const resolver = getMultiFactorResolver(auth, error)
    const app = resolver.hints.find(
      ({ factorId }) => factorId === TotpMultiFactorGenerator.FACTOR_ID,
    )
    // Nothing else is asked for here.
    if (app === undefined) throw error
    return {
      finish: async (code) => {
        const assertion = TotpMultiFactorGenerator.assertionForSignIn(app.uid, code)
        return (await resolver.resolveSignIn(assertion)).user
      },
    }
  }
}

export function hasApp(user: User): boolean {
  return apps(user).length > 0
}

export async function setUpApp(user: User): Promise<AppSetup> {
  const factors = multiFactor(user)
  const secret = await TotpMultiFactorGenerator.generateSecret(await factors.getSession())
  return {
    secret: secret.secretKey,
    url: secret.generateQrCodeUrl(user.email ?? undefined, "Waybill"),
    finish: async (code) => {
      const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, code)
      await factors.enroll(assertion, "Authenticator app")
    },
  }
}

export async function removeApp(user: User): Promise<void> {
  // The provider keeps one at most.
  const [app] = apps(user)
  if (app !== undefined) await multiFactor(user).unenroll(app)
}

function apps(user: User) {
  const { enrolledFactors } = multiFactor(user)
  return enrolledFactors.filter(({ factorId }) => factorId === TotpMultiFactorGenerator.FACTOR_ID)
}

function isMultiFactorError(error: unknown): error is MultiFactorError {
  return error instanceof FirebaseError && error.code === "auth/multi-factor-auth-required"
}
