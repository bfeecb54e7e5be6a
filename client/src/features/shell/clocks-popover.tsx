import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"

import { type ClockPlace, type ClockRow, clockRows } from "#client/lib/format/clocks.ts"
import { type DateStyle, dateStyle, formatClock, formatDate } from "#client/lib/format/date.ts"
import { relativePhrase } from "#client/lib/format/relative.ts"
import { offsetLabel } from "#client/lib/format/zone.ts"
import type { SessionView } from "#client/lib/session.ts"
import { useOfficeClocks } from "#client/services/office-clocks.ts"
import { placeBeside } from "#client/ui/place-beside.ts"
import { type Say, useText } from "#client/ui/text.tsx"

interface ClocksPopoverProps {
  /** The time that was pressed. */
  time: HTMLTimeElement
  session: SessionView
  /** Zone of the user. */
  timeZone: string
  onClose: () => void
}

const TITLE = "clocks-title"

/** A time on the clocks of the user, the company and its offices, the record's place, and in UTC. Made when it is opened. */
export function ClocksPopover({ time, session, timeZone, onClose }: ClocksPopoverProps) {
  const t = useText()
  const popover = useRef<HTMLDialogElement>(null)
  const [now] = useState(() => Date.now())
  const offices = useOfficeClocks(session)
  const instant = Date.parse(time.dateTime)
  const rows = clockRows(instant, now, [
    { name: t("You"), zone: timeZone },
    ...companyOf(session),
    ...offices.map(({ name, timezone }) => ({ name, zone: timezone })),
    ...placeOf(time),
    { name: "UTC", zone: "UTC" },
  ])
  useLayoutEffect(() => {
    popover.current?.showPopover()
    popover.current?.focus()
  }, [])
  useLayoutEffect(() => {
    // Again when the offices have come.
    if (popover.current !== null) placeBeside(popover.current, time)
  })
  useEffect(() => {
    // It stands where the time stood.
    const away = ({ target }: Event) => {
      if (!(target instanceof Node) || popover.current?.contains(target) !== true) {
        popover.current?.hidePopover()
      }
    }
    window.addEventListener("scroll", away, true)
    window.addEventListener("resize", away)
    return () => {
      window.removeEventListener("scroll", away, true)
      window.removeEventListener("resize", away)
    }
  }, [])
  return createPortal(
    <dialog
      aria-labelledby={TITLE}
      className="sh-clocks"
      onToggle={({ newState }) => {
        if (newState === "closed") onClose()
      }}
      popover="auto"
      ref={popover}
      tabIndex={-1}
    >
      <h2 className="sh-clocks-title" id={TITLE}>
        {t("Time in other zones")}
      </h2>
      <p className="sh-clocks-note">{t.phrase(relativePhrase(instant, now))}</p>
      <ul>
        {rows.map((row) => (
          <Clock instant={instant} key={row.zone} row={row} session={session} />
        ))}
      </ul>
    </dialog>,
    // What lies below a modal dialog can be neither seen nor read.
    time.closest("dialog") ?? document.body,
  )
}

interface ClockProps {
  row: ClockRow
  instant: number
  session: SessionView
}

function Clock({ row, instant, session }: ClockProps) {
  const t = useText()
  const { zone, names, clock, dayShift } = row
  const style = dateStyle(zone, session.user)
  const offset = offsetLabel(clock.offset)
  return (
    <li className="sh-clock">
      <span className="sh-clock-name">
        {names.slice(0, MOST_NAMES).map((name, index) => (
          <Fragment key={name}>
            {index === 0 ? null : ", "}
            <bdi>{name}</bdi>
          </Fragment>
        ))}
        {names.length > MOST_NAMES
          ? ` ${t("and {count} more", { count: names.length - MOST_NAMES })}`
          : null}
      </span>
      <span className="sh-clock-time">
        <bdi>{formatClock(clock.hour * 60 + clock.minute, style)}</bdi>
      </span>
      <span className="sh-clocks-note">
        {zone === "UTC" ? null : (
          <>
            <bdi>{zone.replaceAll("_", " ")}</bdi>
            {" · "}
            <bdi>{offset}</bdi>
          </>
        )}
      </span>
      <span className="sh-clock-day">
        {formatDate(instant, style)}
        {dayShift === 0 ? null : <b> · {t(dayShift > 0 ? "next day" : "previous day")}</b>}
      </span>
      {row.changes.length === 0 ? null : (
        <span className="sh-clock-change">{changeText(row, style, t)}</span>
      )}
    </li>
  )
}

function changeText({ changes }: ClockRow, style: DateStyle, t: Say): ReactNode {
  const [first] = changes
  if (first === undefined || changes.length > 1) {
    return t.count(
      changes.length,
      "{count} clock change in between",
      "{count} clock changes in between",
    )
  }
  return t.nodes("Clock change on {date}: {before} → {after}", {
    date: formatDate(first.at, style),
    // Each by itself, or the arrow would point the wrong way from right to left.
    before: <bdi>{offsetLabel(first.before)}</bdi>,
    after: <bdi>{offsetLabel(first.after)}</bdi>,
  })
}

function companyOf({ company }: SessionView): ClockPlace[] {
  return company.timezone === null ? [] : [{ name: company.name, zone: company.timezone }]
}

/** Where the record is from whose page or row the time was pressed. */
function placeOf(time: HTMLTimeElement): ClockPlace[] {
  const { zone = "", place = "" } = time.closest<HTMLElement>("[data-zone]")?.dataset ?? {}
  return zone === "" ? [] : [{ name: place === "" ? zone : place, zone }]
}

const MOST_NAMES = 3
