/** The user's own setting of the second factor. */
import { type Problem, unreachable } from "#client/lib/problem.ts"
import { request } from "#client/services/http.ts"
import type { Visit } from "#client/services/page.tsx"
import { RequestFailed } from "#client/services/request-failed.ts"

/** Turns it on or off, which signs out the user's other browsers; gives why it was refused, or `null`. */
export async function setSecondFactor(
  { session }: Pick<Visit, "session">,
  isOn: boolean,
): Promise<Problem | null> {
  try {
    await request("/iam/api/v1/users/me", {
      method: "PATCH",
      // One switch is set to what the user sees, whatever else of the profile was changed meanwhile.
      headers: { "If-Match": "*" },
      body: { twoFactorAuth: isOn },
    })
  } catch (error) {
    return error instanceof RequestFailed ? error.problem : unreachable()
  }
  const now = session.get()
  if (now !== null) session.set({ ...now, user: { ...now.user, twoFactorAuth: isOn } })
  return null
}
