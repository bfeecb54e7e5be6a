import type { ReactNode } from "react"
import { useNavigate } from "react-router"

import { msg } from "#client/lib/words.ts"
import { useVisit } from "#client/services/page.tsx"
import { deleteRecord, forgetRecords, readRecord, restoreRecord } from "#client/services/records.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"

import { ActionButton } from "./action-button.tsx"
import { MergeButton } from "./merge-button.tsx"
import type { Noun, Recorded } from "./noun.ts"
import { useGranted, useRights } from "./rights.ts"
import { useLook } from "./use-look.ts"
import { wayBack } from "./way-back.ts"

interface RecordActionsProps<Row extends Recorded> {
  noun: Noun<Row>
  record: Row
  /** The record is read: what no role of the user includes is not there. */
  isRead?: boolean
  children?: ReactNode
}

/** Delete with a way back, restore, duplicate; the children are the record's own. */
export function RecordActions<Row extends Recorded>(props: RecordActionsProps<Row>) {
  const { noun, record, isRead = false, children } = props
  const { t } = useLook()
  const navigate = useNavigate()
  const { queries } = useVisit()
  const whyNot = useRights(noun.resource, noun.writing)
  const isGranted = useGranted(noun.resource, noun.writing)
  const isOffered = (action: string) => !isRead || isGranted(action)
  const { service, paths, can = {} } = noun
  const isDeleted = record.deletedAt != null
  const version = { service, id: record._id, version: record.version }

  const attempt = async (deed: () => Promise<void>) => {
    try {
      await deed()
      await forgetRecords(queries, service)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      const { detail, title, uses = [] } = error.problem
      const used = uses.reduce((sum, { count }) => sum + count, 0)
      toast.error(
        used > 0
          ? t.count(
              used,
              "It is used {count} time, so it cannot be deleted. Merge or deactivate it instead.",
              "It is used {count} times, so it cannot be deleted. Merge or deactivate it instead.",
            )
          : (detail ?? title),
      )
    }
  }
  const restore = () =>
    attempt(async () => {
      const now = await readRecord<Recorded>(service, record._id)
      await restoreRecord({ ...version, version: now.version })
      toast.success(msg("Restored."))
    })
  const remove = () =>
    attempt(async () => {
      await deleteRecord(version)
      if (can.bin === true) toast.undo(msg("Moved to the bin."), restore)
      else toast.success(msg("Deleted."))
      await navigate(wayBack(noun))
    })
  const duplicate = () => {
    const create = paths.create?.()
    const { _id, version: _, ...copy } = record
    if (create !== undefined) void navigate(create, { state: { copy } })
  }
  return (
    <div className="rc-actions">
      {children}
      {can.duplicate === true && isOffered("create") ? (
        <ActionButton onClick={duplicate} whyNot={whyNot("create")}>
          {t("Duplicate")}
        </ActionButton>
      ) : null}
      {can.merge !== undefined && !isDeleted && isOffered("merge") ? (
        <MergeButton merging={can.merge} noun={noun} record={record} whyNot={whyNot("merge")} />
      ) : null}
      {isDeleted && isOffered("restore") ? (
        <ActionButton look="primary" onClick={() => void restore()} whyNot={whyNot("restore")}>
          {t("Restore")}
        </ActionButton>
      ) : null}
      {!isDeleted && can.delete !== "own" && isOffered("delete") ? (
        <ActionButton onClick={() => void remove()} whyNot={whyNot("delete")}>
          {t("Delete")}
        </ActionButton>
      ) : null}
    </div>
  )
}
