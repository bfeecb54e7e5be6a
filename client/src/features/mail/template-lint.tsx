import { msg } from "#client/lib/words.ts"
import type { Template } from "#client/services/mail/templates.ts"
import { Tag, type TagTone } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

type Lint = Template["lint"][number]

const LEVELS: Readonly<Record<Lint["level"], { text: string; tone: TagTone }>> = {
  error: { text: msg("Error"), tone: "danger" },
  warning: { text: msg("Warning"), tone: "warning" },
  info: { text: msg("Hint"), tone: "plain" },
}

const PARTS: Readonly<Record<string, string>> = {
  subject: msg("Subject"),
  html: msg("Mail"),
  text: msg("Plain text"),
}

/** What the mail service thinks of the template as it is saved; of this language first. */
export function TemplateLint({ lint, language }: { lint: unknown; language: string }) {
  const t = useText()
  const all = isLint(lint) ? lint : []
  if (all.length === 0) return null
  const isHere = ({ pointer }: Lint) => pointer.startsWith(`/languages/${language}`)
  const sorted = [...all.filter(isHere), ...all.filter((each) => !isHere(each))]
  return (
    <ul aria-label={t("Suggestions")} className="ml-lint">
      {sorted.map((each) => {
        const [, , tag, part = ""] = each.pointer.split("/")
        const { text, tone } = LEVELS[each.level]
        return (
          <li key={`${each.pointer} ${each.message}`}>
            <Tag tone={tone}>{t(text)}</Tag>
            <span>
              {tag === undefined ? null : <bdi className="ml-lint-where">{tag} </bdi>}
              {PARTS[part] === undefined ? null : (
                <span className="ml-lint-where">{t(PARTS[part])} </span>
              )}
              {each.message}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function isLint(value: unknown): value is readonly Lint[] {
  return Array.isArray(value)
}
