/** What can be done about an issue besides changing it: moving it along, and talking about it. */
import type { Body } from "#client/lib/input.ts"
import type { components } from "#client/wire/api.ts"

import { request } from "./http.ts"
import { versionTag } from "./version-tag.ts"

type Comment = components["schemas"]["ShownIssueComment"]
type NewComment = components["schemas"]["NewIssueComment"]

const ISSUES = "/iam/api/v1/issue/tracker"

export async function addComment(issueId: string, comment: NewComment): Promise<Comment> {
  const path = `${ISSUES}/${encodeURIComponent(issueId)}/comments`
  const { data } = await request<Body<Comment>>(path, { method: "POST", body: comment })
  return data
}

interface CommentVersion {
  issueId: string
  commentId: string
  version: number
}

export async function changeComment(of: CommentVersion, comment: NewComment): Promise<void> {
  await request(pathOf(of), {
    method: "PATCH",
    body: comment,
    headers: { "If-Match": versionTag(of.version) },
  })
}

export async function deleteComment(of: CommentVersion): Promise<void> {
  await request(pathOf(of), { method: "DELETE", headers: { "If-Match": versionTag(of.version) } })
}

function pathOf({ issueId, commentId }: CommentVersion): string {
  return `${ISSUES}/${encodeURIComponent(issueId)}/comments/${encodeURIComponent(commentId)}`
}
