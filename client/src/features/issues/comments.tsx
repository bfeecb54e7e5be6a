import { useState } from "react"

import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { moment } from "#client/records/cells.tsx"
import { useRights } from "#client/records/rights.ts"
import { useLook } from "#client/records/use-look.ts"
import { addComment, changeComment, deleteComment } from "#client/services/issues.ts"
import { useNeed, usePage, useVisit } from "#client/services/page.tsx"
import { forgetRecords } from "#client/services/records.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { Avatar } from "#client/ui/avatar.tsx"
import { Card } from "#client/ui/card.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Tag } from "#client/ui/tag.tsx"

import { CommentForm } from "./comment-form.tsx"
import { ISSUES, type Issue, type IssueComment } from "./issue-data.ts"

/** What was said about the issue, and a place to say more. Reads the needs `record` and `comments`. */
export function Comments() {
  const { t } = useLook()
  const issue = useNeed<Issue>("record")
  const comments = useNeed<readonly IssueComment[]>("comments")
  const whyNot = useRights("issue")
  const act = useDeed()
  if (issue.status !== "ready") return null
  const { _id, deletedAt } = issue.data
  return (
    <Card className="is-comments" id="comments" title={t("Comments")}>
      {comments.status === "failed" ? (
        <ErrorPanel
          onRetry={comments.retry}
          problem={comments.problem}
          title={t("Couldn't load the comments.")}
        />
      ) : null}
      {comments.status === "ready" ? (
        <ol className="is-list">
          {comments.data.length === 0 ? (
            <li className="rc-muted">{t("No comments yet.")}</li>
          ) : null}
          {comments.data.map((comment) => (
            <li key={comment._id}>
              <Comment act={act} comment={comment} issueId={_id} />
            </li>
          ))}
        </ol>
      ) : null}
      <CommentForm
        canBeInternal={whyNot("assign") === null}
        label={t("Add a comment")}
        onSend={(comment) => act(async () => void (await addComment(_id, comment)))}
        sendLabel={t("Comment")}
        whyNot={deletedAt === null ? whyNot("edit") : t("This is in the bin.")}
      />
    </Card>
  )
}

type Act = (deed: () => Promise<void>) => Promise<boolean>

interface CommentProps {
  comment: IssueComment
  issueId: string
  act: Act
}

function Comment({ comment, issueId, act }: CommentProps) {
  const look = useLook()
  const { t } = look
  const { session } = usePage()
  const whyNot = useRights("issue")
  const [isEdited, setEdited] = useState(false)
  const { _id, version, authorName, body, createdAt, updatedAt, internal } = comment
  const at = { issueId, commentId: _id, version }
  const isOwn = session !== null && comment.createdBy === session.user._id
  const name = authorName ?? t("Someone")
  return (
    <article aria-label={t("Comment by {name}", { name })} className="is-comment">
      <Avatar name={name} />
      <div className="is-said">
        <p className="is-head">
          <b>
            <bdi>{name}</bdi>
          </b>
          <span className="rc-muted">{moment(createdAt, look)}</span>
          {updatedAt === createdAt ? null : <span className="rc-muted">{t("edited")}</span>}
          {internal ? <Tag tone="warning">{t("Internal")}</Tag> : null}
        </p>
        {isEdited ? (
          <CommentForm
            canBeInternal={whyNot("assign") === null}
            initial={{ body, internal }}
            label={t("Your comment")}
            onCancel={() => setEdited(false)}
            onSend={async (changed) => {
              const done = await act(() => changeComment(at, changed))
              if (done) setEdited(false)
              return done
            }}
            sendLabel={t("Save")}
            whyNot={whyNot("edit")}
          />
        ) : (
          <p className="is-body">
            <bdi>{body}</bdi>
          </p>
        )}
        {isOwn && !isEdited ? (
          <p className="is-acts">
            <ActionButton look="quiet" onClick={() => setEdited(true)} whyNot={whyNot("edit")}>
              {t("Edit")}
            </ActionButton>
            <ActionButton
              look="quiet"
              onClick={() => void act(() => deleteComment(at))}
              whyNot={whyNot("edit")}
            >
              {t("Delete")}
            </ActionButton>
          </p>
        ) : null}
      </div>
    </article>
  )
}

/** Does it, and says why when it was refused. */
function useDeed(): Act {
  const { queries } = useVisit()
  return async (deed) => {
    try {
      await deed()
      return true
    } catch (error) {
      const problem = error instanceof RequestFailed ? error.problem : null
      const detail = problem?.errors?.[0]?.detail ?? problem?.detail
      toast.error(detail ?? msg("Couldn't save it. Try again."))
      return false
    } finally {
      await forgetRecords(queries, ISSUES)
    }
  }
}
