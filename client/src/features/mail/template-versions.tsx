import { useState } from "react"

import { labelIn } from "#client/lib/choices.ts"
import { dateStyle, formatDateTime } from "#client/lib/format/date.ts"
import { languageName } from "#client/lib/language-names.ts"
import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import type { Template, TemplateText, TemplateVersion } from "#client/services/mail/templates.ts"
import { useNeed, usePage } from "#client/services/page.tsx"
import { Button } from "#client/ui/button.tsx"
import { Card } from "#client/ui/card.tsx"
import { Diff } from "#client/ui/diff.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

import { useTurning } from "./template-actions.tsx"
import { STATUSES } from "./template-words.ts"

/** Where a template stands, and what it said each time it was published. */
export function TemplateVersions({ template }: { template: Template }) {
  const t = useText()
  const { session, env } = usePage()
  const need = useNeed<readonly TemplateVersion[]>("versions")
  const style = dateStyle(env.timeZone, session?.user)
  const { status, publishedVersion, usageCount, lastUsedAt } = template
  return (
    <Card
      aside={
        <Tag tone={STATUSES.find(({ value }) => value === status)?.tone ?? "plain"}>
          {t(labelIn(STATUSES, status))}
        </Tag>
      }
      id="template-versions"
      title={t("Versions")}
    >
      <p className="ui-hint">
        {usageCount === 0
          ? t("Not used yet.")
          : t.count(
              usageCount,
              "Used for {count} e-mail, last on {time}.",
              "Used for {count} e-mails, last on {time}.",
              { time: formatDateTime(lastUsedAt ?? "", style) },
            )}
      </p>
      {need.status === "pending" ? (
        <Skeleton />
      ) : need.status === "failed" ? (
        <ErrorPanel
          onRetry={need.retry}
          problem={need.problem}
          title={t("Couldn't load the versions.")}
        />
      ) : need.data.length === 0 ? (
        <p>{template.isSystem ? t("Uses the built-in text.") : t("Not published yet.")}</p>
      ) : (
        <ol className="ml-versions">
          {need.data.map((version) => (
            <Version
              isCurrent={version.number === publishedVersion}
              key={version.number}
              time={formatDateTime(version.publishedAt, style)}
              template={template}
              version={version}
            />
          ))}
        </ol>
      )}
    </Card>
  )
}

interface VersionProps {
  version: TemplateVersion
  template: Template
  isCurrent: boolean
  time: string
}

function Version({ version, template, isCurrent, time }: VersionProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { turn, pending } = useTurning(template)
  const whyNot = useRights("template")("publish")
  const { number, rollbackOf } = version
  const changes = changesBetween(version.template.languages, template.languages)
  const verb = `versions/${number}/rollback` as const
  return (
    <li className="ml-version">
      <p>
        <strong>{t("Version {number}", { number })}</strong>{" "}
        {isCurrent ? <Tag tone="ok">{t("Live")}</Tag> : null}
      </p>
      <p className="ui-hint">
        {rollbackOf === null
          ? time
          : t("{time}, restored from version {number}", { time, number: rollbackOf })}
      </p>
      <div className="ml-copies">
        <Button aria-expanded={isOpen} look="quiet" onClick={() => setOpen(!isOpen)}>
          {t("Compare with current")}
        </Button>
        {isCurrent ? null : (
          <ActionButton
            look="quiet"
            onClick={() => void turn(verb, msg("The earlier version was restored."))}
            pending={pending === verb ? t("Restoring…") : null}
            whyNot={
              template.deletedAt === null
                ? whyNot
                : t("This is in the bin. Restore it to make changes.")
            }
          >
            {t("Restore this version")}
          </ActionButton>
        )}
      </div>
      {!isOpen ? null : changes.length === 0 ? (
        <p className="ui-hint">{t("Same as the current version.")}</p>
      ) : (
        <Diff
          changes={changes.map(({ path, language, part, old, new: now }) => ({
            path,
            old,
            new: now,
            label: `${languageName(language)}: ${t(part)}`,
          }))}
          dense
        />
      )}
    </li>
  )
}

type Texts = Readonly<Record<string, TemplateText>>

const PARTS = [
  { name: "subject", part: msg("Subject") },
  { name: "html", part: msg("Mail") },
  { name: "text", part: msg("Plain text") },
] as const

/** What was said then and is said otherwise now. */
function changesBetween(then: Texts, now: Texts) {
  const languages = [...new Set([...Object.keys(then), ...Object.keys(now)])]
  return languages.flatMap((language) =>
    PARTS.map(({ name, part }) => ({
      path: `/languages/${language}/${name}`,
      language,
      part,
      old: then[language]?.[name] ?? "",
      new: now[language]?.[name] ?? "",
    })).filter((change) => change.old !== change.new),
  )
}
