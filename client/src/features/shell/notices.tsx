import { EXPIRED_TEXT } from "#client/lib/auth-text.ts"
import type { SessionView } from "#client/lib/session.ts"
import { Banner } from "#client/ui/banner.tsx"

import { ResendLink } from "./resend-link.tsx"

/** Specification 2, letter for letter. */
const UNVERIFIED_TEXT = "Please verify your email to activate your account."

/** The standing notices of specification 2. */
export function Notices({ session }: { session: SessionView }) {
  const { isExpired, user } = session
  if (!isExpired && user.emailVerified) return null
  return (
    <aside aria-label="Notices">
      {isExpired ? <Banner tone="danger">{EXPIRED_TEXT}</Banner> : null}
      {user.emailVerified ? null : (
        <Banner tone="warning">
          <strong>{UNVERIFIED_TEXT}</strong>
          <span>
            If you have not received <ResendLink />
          </span>
        </Banner>
      )}
    </aside>
  )
}
