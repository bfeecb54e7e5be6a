import { useState } from "react"

import { languageOf } from "#client/lib/words.ts"
import { usePage } from "#client/services/page.tsx"
import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"

import { PortsProposal } from "./ports-proposal.tsx"
import { type ProposalProps, Row, Take } from "./proposal-row.tsx"
import { type Proposal, proposalsOf } from "./proposals.ts"
import { HolidaysProposal, PhoneProposal, TaxProposal, WeekProposal } from "./proposed-facts.tsx"

/** All that a country implies, each with its reason. Open from the start where the company has something otherwise. */
export function CountryProposals(props: ProposalProps) {
  const { proposal, country, values, change } = props
  const t = useText()
  const { env } = usePage()
  const rows = proposalsOf(proposal, values, languageOf(env.locale))
  const open = rows.filter(({ isTaken }) => !isTaken)
  const [isOpenFirst] = useState(open.length > 0)
  return (
    <details className="co-proposals" open={isOpenFirst}>
      <summary>
        {t("Suggested for {country}", { country })}
        <output>
          {open.length === 0
            ? t("All in use")
            : t.count(open.length, "{count} differs", "{count} differ")}
        </output>
      </summary>
      <ul>
        {rows.map((row) => (
          <FieldRow country={country} key={row.name} onTake={change} row={row} />
        ))}
        <WeekProposal {...props} />
        <PhoneProposal {...props} />
        <TaxProposal {...props} />
        <PortsProposal {...props} />
        <HolidaysProposal {...props} />
      </ul>
      {open.length < 2 ? null : (
        <Button
          onClick={() => {
            for (const { name, value } of open) change(name, value)
          }}
        >
          {t.count(open.length, "Use {count} value", "Use all {count} values")}
        </Button>
      )}
    </details>
  )
}

interface FieldRowProps {
  row: Proposal
  country: string
  onTake: (name: string, value: unknown) => void
}

function FieldRow({ row, country, onTake }: FieldRowProps) {
  const t = useText()
  const { name, value, label, shown, reason, places, isTaken } = row
  return (
    <Row
      act={<Take isTaken={isTaken} onTake={() => onTake(name, value)} shown={shown} />}
      label={t(label)}
      reason={t(reason, { ...places, value: shown, country })}
      shown={shown}
    />
  )
}
