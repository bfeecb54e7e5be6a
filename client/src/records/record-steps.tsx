import { useSyncExternalStore } from "react"
import { useNavigate } from "react-router"

import { msg } from "#client/lib/words.ts"
import { leftList } from "#client/services/list-memory.ts"
import { useShortcut } from "#client/services/shortcuts/use-shortcut.ts"
import { toast } from "#client/services/toasts.ts"
import { IconButton } from "#client/ui/icon-button.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Noun, Recorded } from "./noun.ts"

interface RecordStepsProps<Row extends Recorded> {
  noun: Noun<Row>
  id: string
}

const RECORD = { where: "record" } as const

/** What was left does not change while a record is shown. */
const unchanging = () => () => {}

/** To the record before and after this one, in the order of the list that it was opened from; none without such a list. */
export function RecordSteps<Row extends Recorded>({ noun, id }: RecordStepsProps<Row>) {
  const t = useText()
  const navigate = useNavigate()
  const isInList = useSyncExternalStore(
    unchanging,
    () => leftList(noun.id)?.rows.some((row) => row.id === id) === true,
    () => false,
  )
  const step = async (by: 1 | -1) => {
    try {
      const { neighbourOf } = await import("./neighbours.ts")
      const path = await neighbourOf(noun, id, by)
      if (path !== null && path !== "") return await navigate(path)
      toast.info(by === 1 ? msg("This is the last record.") : NONE_BEFORE)
    } catch (error) {
      toast.failure(error)
    }
  }
  useShortcut("[", msg("Previous record"), isInList ? () => void step(-1) : null, RECORD)
  useShortcut("]", msg("Next record"), isInList ? () => void step(1) : null, RECORD)
  if (!isInList) return null
  return (
    <span className="rc-steps">
      <IconButton icon="chevron-start" label={t("Previous record")} onClick={() => void step(-1)} />
      <IconButton icon="chevron-end" label={t("Next record")} onClick={() => void step(1)} />
    </span>
  )
}

const NONE_BEFORE = msg("This is the first record.")
