import { ResendLink } from "#client/records/resend-link.tsx"
import { usePage } from "#client/services/page.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { useText } from "#client/ui/text.tsx"

/** What whoever has not verified their own address has to do before a mail leaves to others. */
export function Unproved() {
  const t = useText()
  const { session } = usePage()
  if (session === null || session.user.emailVerified) return null
  return (
    <Banner tone="warning">
      <span>{t("Until you verify your e-mail address, you can write only to yourself.")}</span>
      <span>
        {t.nodes("If you have not received {resend}", {
          resend: <ResendLink emailId={session.user.emailId} />,
        })}
      </span>
    </Banner>
  )
}
