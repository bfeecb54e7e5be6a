import type { FormEvent } from "react"
import { useNavigate } from "react-router"

import { RESULTS, deedOf } from "#client/lib/deeds.ts"
import type { DateStyle } from "#client/lib/format/date.ts"
import { paths } from "#client/paths.ts"
import { Button, buttonClass } from "#client/ui/button.tsx"
import { FilterField, FilterInput, FilterSelect } from "#client/ui/filter-field.tsx"
import { FormDay } from "#client/ui/form-day.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Person } from "./audit-data.ts"
import {
  OPEN,
  auditQuery,
  auditStateOf,
  conditionOn,
  conditionsOf,
  daysOf,
  shifted,
} from "./audit-state.ts"
import { KNOWN_DEEDS, KNOWN_KINDS, kindText } from "./audit-words.ts"

interface AuditFiltersProps {
  url: string
  /** Today in the reader's zone (`2026-11-03`). */
  today: string
  /** How dates are written for the reader. */
  style: DateStyle
  /** Whoever can be chosen; empty where the reader may not see the users. */
  people: readonly Person[]
}

/** A GET form: each choice is a condition as the service reads it, so it works without script. */
export function AuditFilters({ url, today, style, people }: AuditFiltersProps) {
  const t = useText()
  const navigate = useNavigate()
  const state = auditStateOf(url)
  const days = daysOf(state)
  const actor = conditionOn(state, "actor.id:eq:", OPEN.actor)
  const deed = conditionOn(state, "action:", OPEN.deed)
  const kind = conditionOn(state, "entity.type:", OPEN.kind)
  const result = conditionOn(state, "result:", OPEN.result)
  const since = conditionOn(state, "at:ge:", OPEN.since)
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const texts = (name: string) =>
      form.getAll(name).filter((each): each is string => typeof each === "string")
    const [search = "", from = "", until = ""] = ["search", "from", "until"].flatMap(texts)
    const chosen = texts("filter").filter((each) => !each.startsWith("at:"))
    const filter = [...chosen, ...conditionsOf({ from, until })]
    void navigate(paths.audit(auditQuery({ search: search.trim(), filter, after: "" })))
  }
  const isNarrowed = state.search !== "" || state.filter.length > 0
  return (
    <search>
      <form action={paths.audit()} className="au-filters" key={url} method="get" onSubmit={find}>
        <FilterInput
          defaultValue={state.search}
          label={t("Search")}
          maxLength={100}
          name="search"
          placeholder={t("Search people, records or changes")}
          type="search"
        />
        {people.length === 0 ? (
          actor === OPEN.actor ? null : (
            <input name="filter" type="hidden" value={actor} />
          )
        ) : (
          <FilterSelect defaultValue={actor} label={t("User")} name="filter">
            <option value={OPEN.actor}>{t("Everyone")}</option>
            {people.map(({ _id, name }) => (
              <option key={_id} value={`actor.id:eq:${_id}`}>
                {name}
              </option>
            ))}
            {isAmong(actor, people) ? null : <option value={actor}>{t("Another person")}</option>}
          </FilterSelect>
        )}
        <FilterSelect defaultValue={deed} label={t("Action")} name="filter">
          <option value={OPEN.deed}>{t("Any action")}</option>
          {KNOWN_DEEDS.map((each) => (
            <option key={each} value={`action:has:.${each}`}>
              {t(deedOf(each).text)}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect defaultValue={kind} label={t("Record type")} name="filter">
          <option value={OPEN.kind}>{t("Any record")}</option>
          {KNOWN_KINDS.map((each) => (
            <option key={each} value={`entity.type:eq:${each}`}>
              {kindText(each, t)}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect defaultValue={result} label={t("Result")} name="filter">
          <option value={OPEN.result}>{t("Any result")}</option>
          {Object.entries(RESULTS).map(([word, { text }]) => (
            <option key={word} value={`result:eq:${word}`}>
              {t(text)}
            </option>
          ))}
        </FilterSelect>
        <div className="au-spans">
          <FilterSelect defaultValue={since} label={t("Period")} name="filter">
            <option value={OPEN.since}>{t("Any time")}</option>
            <option value={`at:ge:${today}`}>{t("Today")}</option>
            <option value={`at:ge:${shifted(today, -6)}`}>{t("The last 7 days")}</option>
            <option value={`at:ge:${shifted(today, -29)}`}>{t("The last 30 days")}</option>
          </FilterSelect>
        </div>
        <div className="au-between">
          <FilterField label={t("From")}>
            {(id) => <FormDay format={style} id={id} name="from" value={days.from} />}
          </FilterField>
          <FilterField label={t("Until")}>
            {(id) => <FormDay format={style} id={id} name="until" value={days.until} />}
          </FilterField>
        </div>
        <div className="au-acts">
          <Button look="primary" submits>
            <Icon height="16" name="search" width="16" />
            {t("Apply")}
          </Button>
          {isNarrowed ? (
            <a className={buttonClass("quiet")} href={paths.audit()}>
              {t("Clear filters")}
            </a>
          ) : null}
        </div>
      </form>
    </search>
  )
}

function isAmong(actor: string, people: readonly Person[]): boolean {
  return actor === OPEN.actor || people.some(({ _id }) => actor === `actor.id:eq:${_id}`)
}
