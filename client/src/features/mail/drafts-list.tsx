import { useQueryClient } from "@tanstack/react-query"

import { dateStyle, formatDateTime } from "#client/lib/format/date.ts"
import { msg } from "#client/lib/words.ts"
import {
  DRAFTS,
  type Draft,
  dropKept,
  forgetLetters,
  restoreKept,
  useLetters,
} from "#client/services/mail/letters.ts"
import { usePage } from "#client/services/page.tsx"
import { toast } from "#client/services/toasts.ts"
import { IconButton } from "#client/ui/icon-button.tsx"
import { useText } from "#client/ui/text.tsx"
import { Instant } from "#client/ui/time.tsx"

import { LettersFrame } from "./letters-frame.tsx"
import { namesOf } from "./names.ts"

/** What was begun and not sent, by the user alone. */
export function DraftsList({ onOpen }: { onOpen: (draft: Draft) => void }) {
  const t = useText()
  const { session, env } = usePage()
  const queries = useQueryClient()
  const list = useLetters<Draft>(DRAFTS, "")
  const style = dateStyle(env.timeZone, session?.user)
  const drop = async (draft: Draft) => {
    try {
      await dropKept({ id: draft._id })
      await forgetLetters(queries)
      toast.undo(msg("Draft moved to the bin."), async () => {
        await restoreKept({ id: draft._id })
        await forgetLetters(queries)
      })
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <LettersFrame
      empty={t("No drafts. E-mails you write but don't send are saved here.")}
      list={list}
    >
      {(draft) => (
        <li className="ml-letter" key={draft._id}>
          <button className="ml-letter-open" onClick={() => onOpen(draft)} type="button">
            <span className="ml-letter-who">
              <bdi>{namesOf(draft.to) || t("No recipients yet")}</bdi>
            </span>
            <span className="ml-letter-subject">
              <bdi>{draft.subject === "" ? t("No subject") : draft.subject}</bdi>
            </span>
            <Instant className="ml-letter-time" dateTime={draft.updatedAt} isPart>
              {formatDateTime(draft.updatedAt, style)}
            </Instant>
          </button>
          <IconButton
            icon="close"
            label={t("Delete draft {subject}", {
              subject: draft.subject === "" ? t("No subject") : draft.subject,
            })}
            onClick={() => void drop(draft)}
          />
        </li>
      )}
    </LettersFrame>
  )
}
