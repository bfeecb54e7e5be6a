/** The screen of one record: read, changed, deleted and restored. */
import { Suspense, lazy, useState } from "react"
import type { ComponentType, ReactNode } from "react"
import { useNavigate } from "react-router"

import { formatDateTime } from "#client/lib/format/date.ts"
import type { SessionView } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { type Need, useDeclares, useNeed, usePage, useVisit } from "#client/services/page.tsx"
import { useRecent } from "#client/services/recent.ts"
import { type HistoryEntry, forgetRecords } from "#client/services/records.ts"
import { useShortcut } from "#client/services/shortcuts/use-shortcut.ts"
import { useTitle } from "#client/services/title.ts"
import { toast } from "#client/services/toasts.ts"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { Part } from "#client/ui/part.tsx"
import { SkeletonCard } from "#client/ui/skeleton-card.tsx"
import { useText } from "#client/ui/text.tsx"

import { AlsoOpen } from "./also-open.tsx"
import { AsOfPage } from "./as-of-page.tsx"
import { momentIn } from "./as-of.ts"
import { BackLink } from "./back-link.tsx"
import { DoneNote } from "./done-note.tsx"
import { DraftOffer } from "./draft-offer.tsx"
import { ALL } from "./editing.ts"
import type { Section, Values } from "./fields.ts"
import { fieldsOf } from "./fields.ts"
import { HistoryCard } from "./history-card.tsx"
import { KeptUntil } from "./kept-until.tsx"
import { MergedNote } from "./merged-note.tsx"
import type { Look, Noun, Recorded } from "./noun.ts"
import { placeOf } from "./place-of.ts"
import { EditLink, ReadingProvider } from "./reading.tsx"
import { RecordActions } from "./record-actions.tsx"
import { RecordFault } from "./record-fault.tsx"
import { RecordForm } from "./record-form.tsx"
import { RecordSteps } from "./record-steps.tsx"
import { useRights } from "./rights.ts"
import type { Editing } from "./use-editing.ts"
import { useEditing } from "./use-editing.ts"
import { useLook } from "./use-look.ts"
import { useNews } from "./use-news.ts"
import type { RecordForm as RecordFormState } from "./use-record-form.ts"
import { useRecordForm } from "./use-record-form.ts"
import { patchOf, valueAt } from "./values.ts"
import { wayBack } from "./way-back.ts"

const ChangedBar = lazy(async () => ({ default: (await import("./changed-bar.tsx")).ChangedBar }))

/** What a page to be read is drawn from. */
export interface ReadingProps<Row extends Recorded> {
  record: Row
}

export interface RecordPageProps<Row extends Recorded> {
  noun: Noun<Row>
  sections: readonly Section[]
  /** The record as a page to be read, where its noun `reads`. */
  Reading?: ComponentType<ReadingProps<Row>>
  /** Below its name, in place of what kind of record it is. */
  headline?: (record: Row) => ReactNode
  /** Why this record cannot be changed, though the user may change others; `null` when it can. */
  fixed?: (record: Row) => string | null
  /** Beside the form. */
  aside?: (record: Row) => ReactNode
  /** Further buttons of the record. */
  actions?: (record: Row) => ReactNode
  /** After it was stored. */
  onSaved?: () => void
  /** The server reads the form without script. */
  isPlain?: boolean
}

/** Reads the needs `record` and `history`. */
export function RecordPage<Row extends Recorded>(props: RecordPageProps<Row>) {
  const need = useNeed<Row>("record")
  const { noun } = props
  const { url } = usePage()
  const [shown = ""] = url.split("?", 1)
  const isPast = useDeclares("asOf") && momentIn(url) !== null
  // While it is read again, such as after a change of rights, the form and what was typed in it stay.
  const [kept, setKept] = useState<Kept<Row> | null>(null)
  const now = need.status === "ready" ? keep(kept, shown, need.data) : kept
  if (now !== kept) setKept(now)
  if (need.status === "failed") {
    return <RecordFault noun={noun} problem={need.problem} retry={need.retry} />
  }
  if (now === null) return <SkeletonCard />
  if (isPast) {
    const { sections, fixed } = props
    return <AsOfPage {...{ noun, sections, fixed }} key={now.key} record={now.record} />
  }
  return <StoredRecord {...props} key={now.key} record={now.record} />
}

/** A record as it was read last. */
interface Kept<Row> {
  record: Row
  /** The address at which it is shown. */
  shown: string
  /** Stands for its form. A record that came with the product has another id once it is changed, and the form is still the same. */
  key: string
}

function keep<Row extends Recorded>(kept: Kept<Row> | null, shown: string, record: Row): Kept<Row> {
  if (kept?.record === record && kept.shown === shown) return kept
  return { record, shown, key: kept?.shown === shown ? kept.key : record._id }
}

function StoredRecord<Row extends Recorded>(props: RecordPageProps<Row> & { record: Row }) {
  const { noun, sections, record, fixed, aside, actions, onSaved, Reading, headline } = props
  const { isPlain = false } = props
  const t = useText()
  const look = useLook()
  const { session, url } = usePage()
  const [path = ""] = url.split("?", 1)
  const navigate = useNavigate()
  const history = useNeed<readonly HistoryEntry[]>("history")
  const whyNot = useRights(noun.resource, noun.writing)
  const stored = Object.fromEntries(Object.entries(record))
  const form = useRecordForm({
    service: noun.service,
    sections,
    initial: stored,
    id: record._id,
    waiting: noun.can?.wait === true ? waitingFor(session, noun.id, record._id, url) : null,
    isPlain,
  })
  const shown = asStored(record, form.state.base)
  const label = noun.labelOf(shown)
  useRecent(session?.user._id, path, label)
  useTitle(noun.paths.record === undefined ? null : label)
  const { queries } = useVisit()
  const again = () => forgetRecords(queries, noun.service)
  useNews(`${noun.service}/${record._id}`, form.dirty.length > 0)
  const isDeleted = record.deletedAt != null
  const mergedInto = noun.can?.merge?.into?.(record) ?? null
  const why = isDeleted
    ? binText(history, look)
    : (whyNot("edit") ?? translated(fixed?.(record) ?? null, t))
  const editing = useEditing(form, sections, Reading !== undefined)
  const { edited, show } = editing
  const isRead = edited !== ALL
  useShortcut("e", EDIT, edited === null && why === null ? () => show(ALL) : null, {
    where: "record",
  })
  const called = t("{kind} {name}", { kind: t(noun.titles.one), name: label })
  const formOf = (parts: readonly Section[]) => (
    <Part onRetry={again}>
      <RecordForm
        form={form}
        id={record._id}
        look={look}
        noun={noun.id}
        {...(isPlain ? { plain: { cancel: Reading === undefined ? null : path } } : {})}
        onSaved={(saved, then) => {
          if (saved === null) toast.info(WAITS)
          else toast.success(msg("Saved."))
          onSaved?.()
          if (then === "close") void navigate(wayBack(noun), { state: { row: record._id } })
          else if (then === "stay" && Reading !== undefined) show(null)
        }}
        record={called}
        saveLabel={t("Save")}
        sections={parts}
        whyReadOnly={why}
        {...(Reading === undefined ? {} : { onCancel: () => cancel(form, editing) })}
      />
    </Part>
  )
  const reading = {
    ...editing,
    mayEdit: why === null,
    formOf: (section: string) => formOf(sections.filter(({ id }) => id === section)),
  }
  return (
    <ReadingProvider value={reading}>
      <BackLink id={record._id} noun={noun} />
      <PageHeading
        aside={
          <RecordActions {...{ noun, record, isRead }}>
            <RecordSteps id={record._id} noun={noun} />
            {actions?.(shown)}
            {edited === null && why === null ? <EditLink section={ALL} /> : null}
          </RecordActions>
        }
        title={label}
      >
        {headline?.(shown) ?? <p>{t(noun.titles.one)}</p>}
      </PageHeading>
      <div
        {...placeOf(record, noun)}
        className={aside === undefined ? "rc-page" : "rc-page rc-page-aside"}
      >
        <DoneNote />
        <AlsoOpen path={`${noun.service}/${record._id}`} />
        {form.state.conflict === null && record.version > Number(form.state.base["version"]) ? (
          <Suspense fallback={null}>
            <ChangedBar
              form={form}
              last={history.status === "ready" ? history.data[0] : undefined}
              look={look}
              now={stored}
            />
          </Suspense>
        ) : null}
        {isRead && isDeleted ? (
          mergedInto === null ? (
            <p className="rc-bar" role="note">
              <span>
                {why} <KeptUntil deletedAt={record.deletedAt ?? ""} look={look} />
              </span>
            </p>
          ) : (
            <MergedNote into={mergedInto} whyNot={whyNot("edit")} {...{ noun, history, look }} />
          )
        ) : null}
        {edited === null && why === null ? (
          <DraftOffer
            form={form}
            id={record._id}
            look={look}
            noun={noun.id}
            onRestore={() => show(ALL)}
            record={called}
          />
        ) : null}
        {Reading === undefined || !isRead ? (
          formOf(sections)
        ) : (
          <Part onRetry={again}>
            <Reading record={shown} />
          </Part>
        )}
        {aside === undefined ? null : (
          <div className="rc-aside">
            <Part onRetry={again}>{aside(record)}</Part>
          </div>
        )}
        <Part onRetry={again}>
          <HistoryCard
            fields={fieldsOf(sections)}
            look={look}
            need={history}
            {...(hasBatches(noun)
              ? { batches: { service: noun.service, whyNot: whyNot("edit") } }
              : {})}
          />
        </Part>
      </div>
    </ReadingProvider>
  )
}

/** The record as it is stored, or will be once there is a network: what was saved here may be newer than what was read. */
function asStored<Row extends Recorded>(record: Row, base: Values): Row {
  return record.version > Number(base["version"]) ? record : { ...record, ...base }
}

/** Back to reading; what was typed can be had again for a while. */
function cancel(form: RecordFormState, { edited, show }: Editing): void {
  const { dirty, state } = form
  if (dirty.length > 0) {
    const changes = Object.fromEntries(dirty.map((name) => [name, valueAt(state.values, name)]))
    toast.undo(msg("Your changes were discarded."), () => {
      form.retype(changes, patchOf(dirty, state.base))
      show(edited)
    })
  }
  form.reset()
  show(null)
}

/** As in the list: one label is one command. */
const EDIT = msg("Edit record")

/** That it was deleted, by whom and when so far as that is known. */
function binText(history: Need<readonly HistoryEntry[]>, { t, style }: Look): string {
  const entries = history.status === "ready" ? history.data : []
  const end = entries.find(({ action }) => action.endsWith(".delete"))
  if (end === undefined) return t("This is in the bin. Restore it to make changes.")
  return t("This is in the bin. Deleted by {name} on {time}. Restore it to change it.", {
    name: end.actor.name === "" ? t("the system") : end.actor.name,
    time: formatDateTime(end.at, style),
  })
}

function hasBatches<Row extends Recorded>({ can }: Noun<Row>): boolean {
  return can?.bulk !== undefined || can?.import !== undefined
}

const WAITS = msg("Saved in this browser. It will be sent once you are connected again.")

function waitingFor(session: SessionView | null, noun: string, id: string, href: string) {
  if (session === null) return null
  return { key: { companyId: session.company._id, userId: session.user._id, noun, id }, href }
}

function translated(text: string | null, t: Look["t"]): string | null {
  return text === null ? null : t(text)
}
