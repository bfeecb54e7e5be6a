import { useNeed } from "#client/services/page.tsx"

import type { Dataset, DatasetField } from "./report-data.ts"

/** What the chosen dataset holds; nothing while it is not known. Reads the need `datasets`. */
export function useFields(dataset: unknown): readonly DatasetField[] {
  const need = useNeed<readonly Dataset[]>("datasets")
  if (need.status !== "ready") return []
  return need.data.find(({ name }) => name === dataset)?.fields ?? []
}
