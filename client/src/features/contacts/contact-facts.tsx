import type { ReactNode } from "react"

import { languageName } from "#client/lib/language-names.ts"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Contact } from "./contact.tsx"

interface Known {
  name: string
  /** Empty where it is not known. */
  text: string
  isCode?: true
}

/** What is known of somebody besides how to reach them. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const t = useText()
  return (
    <KnownFacts
      facts={[
        { name: t("Salutation"), text: contact.salutation },
        { name: t("First name"), text: contact.firstName },
        { name: t("Last name"), text: contact.lastName },
        { name: t("Job title"), text: contact.jobTitle },
        { name: t("Department"), text: contact.department },
        { name: t("SCAC"), text: contact.scac, isCode: true },
      ]}
      none={t("No further details.")}
    />
  )
}

/** In which language and at what time somebody is written to, and the tax numbers by the names that their countries have. */
export function ContactMore({ contact }: { contact: Contact }) {
  const t = useText()
  const { language, timezone, taxIds } = contact
  return (
    <KnownFacts
      facts={[
        { name: t("Language"), text: language === "" ? "" : languageName(language) },
        { name: t("Time zone"), text: timezone.replaceAll("_", " ") },
        ...taxIds.map(({ type, no }) => ({
          name: type,
          text: no,
          isCode: true as const,
        })),
      ]}
      none={t("No further details.")}
    />
  )
}

function KnownFacts({ facts, none }: { facts: readonly Known[]; none: ReactNode }) {
  const known = facts.filter(({ text }) => text !== "")
  if (known.length === 0) return <p className="ct-none">{none}</p>
  return (
    <Facts>
      {known.map(({ name, text, isCode = false }) => (
        <Fact key={`${name} ${text}`} name={name}>
          <bdi className={isCode ? "ui-code" : undefined}>{text}</bdi>
        </Fact>
      ))}
    </Facts>
  )
}
