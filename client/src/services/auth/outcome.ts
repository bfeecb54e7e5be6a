import type { FieldError } from "#client/lib/problem.ts"

/** How an attempt to sign in or register ended. */
export type Outcome =
  /** The session stands; the next document is on its way. */
  | { status: "done" }
  /** The provider knows the user, but no company account does: registration is to be finished. */
  | { status: "no-account"; email: string | null }
  /** The password was right, and the code of the authenticator app is owed. */
  | { status: "owes-code"; giveCode: (code: string) => Promise<Outcome> }
  /** Shown by the form: beside the field where one is at fault, otherwise above the form. */
  | {
      status: "failed"
      text: string
      field: "email" | "password" | "code" | null
      errors: readonly FieldError[]
    }
  /** Refused for good; a toast already says why. */
  | { status: "refused" }
