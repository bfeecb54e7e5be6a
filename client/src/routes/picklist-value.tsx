import { originOf } from "#client/features/reference/origin.tsx"
import {
  NEW_PICKLIST_VALUE,
  PICKLIST_VALUE_SECTIONS,
} from "#client/features/reference/picklist-value-form.ts"
import { picklistValues } from "#client/features/reference/picklist-value.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

export const form = { noun: picklistValues, sections: PICKLIST_VALUE_SECTIONS, isPlain: true }

const ASIDE = originOf(form)

export function Component() {
  return <RecordScreen {...form} aside={ASIDE} blank={NEW_PICKLIST_VALUE} />
}
