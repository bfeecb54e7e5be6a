import { pathText } from "#client/lib/change.ts"
import { formatDateTime } from "#client/lib/format/date.ts"
import type { AsOf } from "#client/services/records.ts"
import { Card } from "#client/ui/card.tsx"
import { Diff } from "#client/ui/diff.tsx"
import { onDemand } from "#client/ui/on-demand.tsx"

import { AsOfField } from "./as-of-field.tsx"
import type { AsOfPageProps } from "./as-of-page.tsx"
import { differingCount, fieldsThen, otherDifferences, valuesThen } from "./as-of.ts"
import type { FieldSpec, Values } from "./fields.ts"
import { isWide } from "./fields.ts"
import { FormRefusal } from "./form-refusal.tsx"
import type { Look, Recorded } from "./noun.ts"
import { useRights } from "./rights.ts"
import { useLook } from "./use-look.ts"
import { useRecordForm } from "./use-record-form.ts"
import { useRestore } from "./use-restore.ts"
import { valueAt } from "./values.ts"

const ConflictDialog = onDemand(async () => (await import("./conflict-dialog.tsx")).ConflictDialog)

interface AsOfRecordProps<Row extends Recorded> extends AsOfPageProps<Row> {
  asOf: AsOf
  /** Address of the record. */
  path: string
}

/** What the record held, section by section. */
export function AsOfRecord<Row extends Recorded>(props: AsOfRecordProps<Row>) {
  const { noun, sections, record, fixed, asOf, path } = props
  const look = useLook()
  const { t } = look
  const rights = useRights(noun.resource, noun.writing)
  const today: Values = Object.fromEntries(Object.entries(record))
  const form = useRecordForm({ service: noun.service, sections, initial: today, id: record._id })
  const { pending, restore, resolve } = useRestore(form)
  const { state, fields } = form
  const then = valuesThen(asOf, today)
  const reason = fixed?.(record) ?? null
  const why =
    record.deletedAt != null
      ? t("This is in the bin. Restore it to make changes.")
      : (rights("edit") ?? (reason === null ? null : t(reason)))
  const whyNot = (field: FieldSpec) => {
    const own = field.fixed?.({ values: today, stored: today, isNew: false }) ?? null
    if (why !== null || own !== null) return why ?? t(own ?? "")
    return field.when?.(today) === false ? t("The record does not have this field today.") : null
  }
  return (
    <>
      <AsOfNote look={look} path={path} asOf={asOf} />
      <FormRefusal form={form} title={t("It was not restored.")} />
      <p className="rc-differing">
        <Differing count={differingCount(sections, asOf, then)} look={look} />
      </p>
      {sections.map((section) => {
        const shown = fieldsThen(section, asOf, then)
        if (shown.length === 0) return null
        return (
          <Card id={`section-${section.id}`} key={section.id} title={t(section.title)}>
            <div className="rc-fields">
              {shown.map((each) => (
                <div
                  className="rc-cell"
                  data-differs={each.differs || undefined}
                  data-wide={isWide(each.field) || undefined}
                  key={each.field.name}
                >
                  <AsOfField
                    isPending={pending === each.field.name}
                    look={look}
                    onRestore={() => restore(each.field, valueAt(then, each.field.name))}
                    then={then}
                    today={today}
                    held={each}
                    whyNot={whyNot(each.field)}
                  />
                </div>
              ))}
            </div>
          </Card>
        )
      })}
      <OtherDifferences {...{ sections, asOf, look }} />
      {state.conflict === null ? null : (
        <ConflictDialog
          conflict={state.conflict}
          fields={fields}
          look={look}
          mine={state.values}
          onResolve={resolve}
        />
      )}
    </>
  )
}

/** Which moment it is, and what led to it. */
function AsOfNote({ asOf, path, look }: { asOf: AsOf; path: string; look: Look }) {
  const { t, style } = look
  const { at, last, isDeleted } = asOf
  return (
    <div className="rc-bar" role="note">
      <p>
        {t.nodes("You are viewing this record as it was on {time}. It is read-only. {link}", {
          time: <strong>{formatDateTime(at, style)}</strong>,
          link: <a href={path}>{t("View current record")}</a>,
        })}
      </p>
      {last === null ? null : (
        <p>
          {t("Last changed before that by {name} on {time}.", {
            name: last.actor.name === "" ? t("the system") : last.actor.name,
            time: formatDateTime(last.at, style),
          })}
        </p>
      )}
      {isDeleted ? <p>{t("It was in the bin at that time.")}</p> : null}
    </div>
  )
}

function Differing({ count, look: { t } }: { count: number; look: Look }) {
  return count === 0
    ? t("No recorded value differs from today.")
    : t.count(count, "{count} field differs from today.", "{count} fields differ from today.")
}

/** What the form of the record does not have, such as what the server sets. */
function OtherDifferences({
  sections,
  asOf,
  look: { t },
}: Pick<AsOfRecordProps<Recorded>, "sections" | "asOf"> & { look: Look }) {
  const others = otherDifferences(sections, asOf)
  if (others.length === 0) return null
  return (
    <Card id="section-others" title={t("Other differences")}>
      <p className="rc-intro">{t("From then to today. These cannot be restored here.")}</p>
      <Diff
        changes={others.map(({ path, was, now }) => ({
          path,
          label: pathText(path),
          old: was,
          new: now,
        }))}
      />
    </Card>
  )
}
