import { useParams } from "react-router"

import { Comments } from "#client/features/issues/comments.tsx"
import { IssueActions } from "#client/features/issues/issue-actions.tsx"
import type { Issue } from "#client/features/issues/issue-data.ts"
import { ISSUE_SECTIONS, NEW_ISSUE_SECTIONS, newIssue } from "#client/features/issues/issue-form.ts"
import { issues } from "#client/features/issues/issue-noun.tsx"
import { CreatePage } from "#client/records/create-page.tsx"
import { RecordPage } from "#client/records/record-page.tsx"
import { usePage } from "#client/services/page.tsx"
// One file of the build with these: see base.ts.
import "#client/records/record-screen.tsx"

export function Component() {
  const { id } = useParams()
  const { url } = usePage()
  if (id === undefined) {
    return <CreatePage blank={newIssue(url)} noun={issues} sections={NEW_ISSUE_SECTIONS} />
  }
  return (
    <>
      <RecordPage actions={actionsOf} noun={issues} sections={ISSUE_SECTIONS} />
      <Comments />
    </>
  )
}

function actionsOf(issue: Issue) {
  return <IssueActions issue={issue} />
}
