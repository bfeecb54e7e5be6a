/** What a country implies besides the fields of the form: when people rest, how they are called, what their tax number is. */
import { formatDay } from "#client/lib/format/date.ts"
import { WEEKDAYS } from "#client/lib/format/weekday.ts"
import { useLook } from "#client/records/use-look.ts"
import { Button } from "#client/ui/button.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

import { type ProposalProps, Row } from "./proposal-row.tsx"

export function WeekProposal({ proposal }: ProposalProps) {
  const t = useText()
  const first = WEEKDAYS[proposal.weekStart - 1]
  const days = WEEKDAYS.filter(({ value }) => proposal.weekend.includes(value))
  return (
    <>
      <Row
        label={t("First day of the week")}
        reason={t("From Unicode CLDR. Change it under Countries.")}
        shown={first === undefined ? "" : t(first.label)}
      />
      <Row
        label={t("Weekend")}
        reason={t(
          "New offices start with the other days as working days. E-mails scheduled for working hours are sent on those days.",
        )}
        shown={days.map(({ label }) => t(label)).join(", ")}
      />
    </>
  )
}

export function PhoneProposal({ proposal: { phone }, country }: ProposalProps) {
  const t = useText()
  if (phone === null) {
    return (
      <Row
        label={t("Phone")}
        reason={t("{country} has no calling code of its own.", { country })}
        shown={t("Not known")}
      />
    )
  }
  return (
    <Row
      label={t("Phone")}
      reason={t("Numbers without a country code are read as numbers of {country}.", { country })}
      shown={
        <span dir="ltr">
          {phone.dialCode} · {phone.example}
        </span>
      }
    />
  )
}

/** Adds an entry to the tax numbers of the form; its number is for the company to type. */
export function TaxProposal({ proposal, country, values, change }: ProposalProps) {
  const t = useText()
  const { taxName } = proposal
  const held: unknown = values["taxIds"]
  const taxIds: readonly unknown[] = Array.isArray(held) ? held : []
  const isThere = taxIds.some((each) => isOf(each, proposal.country))
  if (taxName === null) {
    return (
      <Row
        label={t("Tax number")}
        reason={t("Its name in {country} is not known.", { country })}
        shown={t("Not known")}
      />
    )
  }
  return (
    <Row
      act={
        isThere ? (
          <Tag tone="ok">{t("In use")}</Tag>
        ) : (
          <Button
            onClick={() => {
              const added = { country: proposal.country, type: taxName, no: "" }
              change("taxIds", [...taxIds, added])
            }}
          >
            {t("Add {value}", { value: taxName })}
          </Button>
        )
      }
      label={t("Tax number")}
      reason={t("The name for it in {country}, from stdnum.", { country })}
      shown={taxName}
    />
  )
}

export function HolidaysProposal({ proposal, country }: ProposalProps) {
  const { t, style } = useLook()
  const { holidays, holidaysUntil } = proposal
  return (
    <Row
      label={t("Public holidays")}
      reason={
        holidaysUntil === null
          ? t("The holidays package has no public holidays of {country}.", { country })
          : t(
              "On these days offices in {country} show as closed, and e-mails scheduled for working hours wait. Known until {day}, from the holidays package.",
              {
                country,
                day: formatDay(holidaysUntil, style),
              },
            )
      }
      shown={t.count(
        holidays.length,
        "{count} in the next 12 months",
        "{count} in the next 12 months",
      )}
    >
      {holidays.length === 0 ? null : (
        <details className="co-holidays">
          <summary>{t("Show public holidays")}</summary>
          <ul>
            {holidays.map(({ date, name }) => (
              <li key={date}>
                <span>{formatDay(date, style)}</span> <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Row>
  )
}

function isOf(each: unknown, country: string): boolean {
  return typeof each === "object" && each !== null && "country" in each && each.country === country
}
