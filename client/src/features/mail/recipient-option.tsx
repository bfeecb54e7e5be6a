import type { Address } from "#client/services/mail/letters.ts"
import type { Recipient } from "#client/services/mail/recipients.ts"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

export type Option = Recipient | { kind: "typed"; id: string; address: Address }

const icons = { contact: "building", user: "user", tag: "users", typed: "mail" } as const

/** One suggestion: what it is, who, and where the mail would go. */
export function RecipientOption({ option }: { option: Option }) {
  const t = useText()
  return (
    <>
      <Icon height="16" name={icons[option.kind]} width="16" />
      {option.kind === "tag" ? (
        <>
          <span>{t("Tag {name}", { name: option.name })}</span>
          <span className="ui-choice-note">
            {t.count(option.count, "{count} contact", "{count} contacts")}
          </span>
        </>
      ) : option.kind === "typed" ? (
        <bdi>{option.address.address}</bdi>
      ) : (
        <>
          <bdi>{option.name}</bdi>
          <span className="ui-choice-note">
            {option.address !== null ? (
              <bdi>{option.address.address}</bdi>
            ) : option.isUnwilling ? (
              t("opted out of e-mail")
            ) : (
              t("no e-mail address")
            )}
          </span>
        </>
      )}
    </>
  )
}
