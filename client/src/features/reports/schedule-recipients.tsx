import { isReadable } from "#client/lib/need-rights.ts"
import { msg } from "#client/lib/words.ts"
import { groupSource, userSource } from "#client/records/common-sources.ts"
import { LookupsField } from "#client/records/lookup-fields.tsx"
import { useRights } from "#client/records/rights.ts"
import type { Source } from "#client/records/sources.ts"
import { usePage } from "#client/services/page.tsx"
import { Field } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"

import type { ReportSchedule } from "./report-data.ts"
import { MOST_GROUPS, MOST_USERS, type ScheduleFaults, fieldName } from "./schedule.ts"

interface ScheduleRecipientsProps {
  values: ReportSchedule
  faults: ScheduleFaults["fields"]
  change: (next: Partial<ReportSchedule>) => void
}

/** Who gets it: users, and groups of them. */
export function ScheduleRecipients({ values, faults, change }: ScheduleRecipientsProps) {
  const t = useText()
  const me = usePage().session?.user
  // Their own name needs no question, and no right to see users.
  const users: Source = {
    ...userSource,
    brought: (queries) => [
      ...(userSource.brought?.(queries) ?? []),
      ...(me === undefined ? [] : [{ value: me._id, label: me.name }]),
    ],
  }
  return (
    <>
      <Recipients
        change={(next) => change({ users: next })}
        error={faults.users}
        hint={t("Each recipient sees only the data that their own permissions allow.")}
        label={t("Users")}
        most={MOST_USERS}
        name={fieldName("users")}
        resource="user"
        source={users}
        unknown={msg("User")}
        values={values.users}
      />
      <Recipients
        change={(next) => change({ groups: next })}
        error={faults.groups}
        hint={null}
        label={t("Groups")}
        most={MOST_GROUPS}
        name={fieldName("groups")}
        resource="group"
        source={groupSource}
        unknown={msg("Group")}
        values={values.groups}
      />
    </>
  )
}

interface RecipientsProps {
  name: string
  label: string
  hint: string | null
  error: string | undefined
  source: Source
  /** What has to be seen to choose from it. */
  resource: string
  /** What one is called whose name this user may not see. English. */
  unknown: string
  /** No more can be chosen. */
  most: number
  values: readonly string[]
  change: (values: readonly string[]) => void
}

function Recipients(props: RecipientsProps) {
  const { name, label, hint, error, source, resource, unknown, most, values, change } = props
  const t = useText()
  const whyNot = useRights(resource)("view")
  const rights = usePage().session?.permissions ?? []
  const maySee = source.service === undefined || isReadable(source.service, rights)
  return (
    <Field error={error} hint={whyNot ?? hint} label={label} name={name}>
      {(control) => (
        <LookupsField
          control={control}
          isFull={!maySee || values.length >= most}
          onChange={change}
          source={maySee ? source : { ...source, guess: () => t(unknown) }}
          values={values}
        />
      )}
    </Field>
  )
}
