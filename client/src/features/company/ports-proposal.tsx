import { useState } from "react"

import { msg } from "#client/lib/words.ts"
import { takeBack } from "#client/records/batches.ts"
import { useRights } from "#client/records/rights.ts"
import { forgetProposals } from "#client/services/country-proposal.ts"
import { useVisit } from "#client/services/page.tsx"
import { bulk, forgetRecords } from "#client/services/records.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

import { type ProposalProps, Row } from "./proposal-row.tsx"

const SERVICE = "/master/api/v1/oceanport"

/** The main ports. To offer them first changes the list of ports, at once; it can be undone. */
export function PortsProposal({ proposal: { ports }, country }: ProposalProps) {
  const t = useText()
  const { queries } = useVisit()
  const whyNot = useRights("port.oceanport")
  const [isSending, setSending] = useState(false)
  const label = t("Main sea ports")
  if (ports.length === 0) {
    const reason = t("No main port of {country} is known.", { country })
    return <Row label={label} reason={reason} shown={t("Not known")} />
  }
  const open = ports.filter(({ favourite }) => !favourite)
  const offer = async () => {
    setSending(true)
    try {
      const body = {
        action: "edit",
        ids: open.map(({ _id }) => _id),
        changes: { favourite: true },
      } as const
      const { batchId } = await bulk(SERVICE, body)
      await renew()
      const done = {
        count: open.length,
        one: msg("{count} port is shown first."),
        many: msg("{count} ports are shown first."),
      }
      if (batchId === null) toast.success(done)
      else {
        toast.undo(done, async () => {
          await takeBack(queries, SERVICE, batchId)
          await renew()
        })
      }
    } catch (error) {
      toast.failure(error)
    } finally {
      setSending(false)
    }
  }
  const renew = async () => {
    await Promise.all([forgetRecords(queries, SERVICE), forgetProposals(queries)])
  }
  const isKnown = ports.every(({ countries }) => countries > 0)
  return (
    <Row
      act={
        open.length === 0 ? (
          <Tag tone="ok">{t("Shown first")}</Tag>
        ) : whyNot("edit") === null ? (
          <Button onClick={() => void offer()} pending={isSending ? t("Saving…") : null}>
            {t.count(open.length, "Show {count} port first", "Show {count} ports first")}
          </Button>
        ) : null
      }
      label={label}
      reason={
        isKnown
          ? t(
              "The ports of {country} connected with the most countries, from searoute: {counts}.",
              {
                country,
                counts: ports
                  .map(({ unlocode, countries }) => `${unlocode} ${countries}`)
                  .join(", "),
              },
            )
          : t("From the ports of {country} in the reference data.", { country })
      }
      shown={ports.map(({ name }) => name).join(", ")}
    />
  )
}
