import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { moment } from "#client/records/cells.tsx"
import { useRights } from "#client/records/rights.ts"
import { useLook } from "#client/records/use-look.ts"
import { request } from "#client/services/http.ts"
import { needQuery } from "#client/services/needs.ts"
import { type Need, isHidden } from "#client/services/page.tsx"
import { toast } from "#client/services/toasts.ts"
import { Card } from "#client/ui/card.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { FilterInput } from "#client/ui/filter-field.tsx"
import { SCRIPTED } from "#client/ui/scripted.ts"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"
import type { components } from "#client/wire/api.ts"

export type SuppressedAddresses = components["schemas"]["SuppressedAddresses"]
type SuppressedAddress = components["schemas"]["SuppressedAddress"]

const SUPPRESSIONS = "/mail/api/v1/suppressions"

const REASONS: Readonly<Record<string, string>> = {
  unsubscribed: msg("Unsubscribed"),
  bounced: msg("Does not exist"),
  complained: msg("Reported as spam"),
}

/** The addresses that the company's e-mail is not sent to, and why. */
export function SuppressedAddressesCard({ need }: { need: Need<SuppressedAddresses> }) {
  const t = useText()
  if (isHidden(need)) return null
  return (
    <Card id="suppressed" title={t("Suppressed addresses")}>
      <p>
        {t(
          "Your company's e-mail is not sent to these addresses. Sign-in codes and password links still are.",
        )}
      </p>
      {need.status === "pending" ? <Skeleton /> : null}
      {need.status === "failed" ? (
        <ErrorPanel
          onRetry={need.retry}
          problem={need.problem}
          title={t("Couldn't load suppressed addresses")}
        />
      ) : null}
      {need.status === "ready" ? <Addresses all={need.data} /> : null}
    </Card>
  )
}

function Addresses({ all }: { all: SuppressedAddresses }) {
  const t = useText()
  const [search, setSearch] = useState("")
  const url = `${SUPPRESSIONS}?search=${encodeURIComponent(search)}`
  const found = useQuery({ ...needQuery<SuppressedAddresses>(url), enabled: search !== "" })
  const { addresses, total } = search === "" ? all : (found.data?.data ?? all)
  if (all.total === 0) return <p className="rc-muted">{t("No suppressed addresses")}</p>
  return (
    <div className="co-suppressed">
      {all.addresses.length < all.total ? (
        <div {...SCRIPTED} className="u-scripted">
          <FilterInput
            autoComplete="off"
            label={t("Search addresses")}
            maxLength={254}
            onChange={(event) => setSearch(event.target.value.trim())}
            type="search"
          />
        </div>
      ) : null}
      <ul className="co-visits">
        {addresses.map((address) => (
          <Address address={address} key={address._id} />
        ))}
      </ul>
      {addresses.length < total ? (
        <p className="rc-muted">
          {t("The latest {shown} of {total}", {
            shown: String(addresses.length),
            total: String(total),
          })}
        </p>
      ) : null}
    </div>
  )
}

function Address({
  address: { _id, address, reason, detail, createdAt },
}: {
  address: SuppressedAddress
}) {
  const look = useLook()
  const { t } = look
  const whyNot = useRights("company")("edit")
  const queries = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const allow = async () => {
    setIsPending(true)
    try {
      await request(`${SUPPRESSIONS}/${_id}`, { method: "DELETE" })
      toast.success(msg("Address allowed"))
      await queries.invalidateQueries({
        predicate: ({ queryKey: [, url] }) => String(url).startsWith(SUPPRESSIONS),
      })
    } catch (error) {
      toast.failure(error)
    } finally {
      setIsPending(false)
    }
  }
  return (
    <li className="co-suppressed-address">
      <div>
        <bdi>{address}</bdi> <Tag>{t(REASONS[reason] ?? reason)}</Tag>{" "}
        <span className="rc-muted">{moment(createdAt, look)}</span>
        {detail === null ? null : (
          <p className="rc-muted">
            <bdi>{detail}</bdi>
          </p>
        )}
      </div>
      <ActionButton
        aria-label={t("Allow {address}", { address })}
        onClick={() => void allow()}
        pending={isPending ? t("Saving…") : null}
        whyNot={whyNot}
      >
        {t("Allow")}
      </ActionButton>
    </li>
  )
}
