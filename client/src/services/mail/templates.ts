/** Mail templates: what they make of a record, and what can be done with them besides writing them. */
import { useQuery } from "@tanstack/react-query"

import type { Body } from "#client/lib/input.ts"
import { type Problem, unreachable } from "#client/lib/problem.ts"
import { request } from "#client/services/http.ts"
import { needQuery } from "#client/services/needs.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { versionTag } from "#client/services/version-tag.ts"
import type { components } from "#client/wire/api.ts"

type Wire = components["schemas"]

export type Template = Wire["Template"]
export type TemplateText = Required<Wire["TemplateText"]>
export type TemplateVersion = Wire["ShownVersion"]
export type Preview = Wire["MailPreview"]
export type ContextEntity = Wire["ContextEntity"]

export const TEMPLATES = "/mail/api/v1/templates"

/** The record that merge fields are about. */
export interface About {
  type: ContextEntity
  id: string
}

export interface PreviewWish {
  language: string
  record: About | null
}

/** The mail that the template as it is kept makes of a record. */
export async function previewTemplate(
  id: string,
  wish: PreviewWish,
  signal?: AbortSignal,
): Promise<Preview> {
  const { data } = await request<Body<Preview>>(`${TEMPLATES}/${id}/preview`, {
    method: "POST",
    body: wishOf(wish),
    ...(signal === undefined ? {} : { signal }),
  })
  return data
}

/** The same, asked again when the template or the wish changes. `version` is that of the template. */
export function usePreview(
  template: { id: string; version: number } | null,
  wish: PreviewWish,
): { preview: Preview | null; problem: Problem | null; pending: boolean } {
  const query = useQuery({
    queryKey: ["preview", template, wish],
    queryFn: ({ signal }) => previewTemplate(template?.id ?? "", wish, signal),
    enabled: template !== null,
    placeholderData: (old) => old,
  })
  const { error } = query
  return {
    preview: query.status === "error" ? null : (query.data ?? null),
    problem: error === null ? null : error instanceof RequestFailed ? error.problem : unreachable(),
    pending: query.isFetching,
  }
}

/** To one's own address, as it would arrive. */
export async function sendTest(id: string, wish: PreviewWish): Promise<Wire["MailMessage"]> {
  const { data } = await request<Body<Wire["MailMessage"]>>(`${TEMPLATES}/${id}/test`, {
    method: "POST",
    body: wishOf(wish),
  })
  return data
}

/** Publishing, archiving, going back to a version. */
export async function turnTemplate(
  { _id: id, version }: Pick<Template, "_id" | "version">,
  verb: "publish" | "archive" | `versions/${number}/rollback`,
): Promise<Template> {
  const { data } = await request<Body<Template>>(`${TEMPLATES}/${id}/${verb}`, {
    method: "POST",
    headers: { "If-Match": versionTag(version) },
  })
  return data
}

/** A draft that says the same under another name. */
export async function cloneTemplate(id: string): Promise<Template> {
  const { data } = await request<Body<Template>>(`${TEMPLATES}/${id}/clone`, {
    method: "POST",
    body: {},
  })
  return data
}

/** Those that mails can be written by; `null` until they are known. */
export function usePublished(): readonly Template[] | null {
  const filter = encodeURIComponent("status:eq:published")
  const query = useQuery(needQuery<Template[]>(`${TEMPLATES}?limit=200&sort=name&filter=${filter}`))
  if (query.status === "error") return []
  return query.data?.data ?? null
}

/** What the template of a letter says before values are merged: in the letter's language, or the writer's. */
export function useTemplateText(
  { templateId, language }: { templateId: string | null; language: string },
  writers: string,
): Pick<TemplateText, "subject" | "html"> {
  const template = usePublished()?.find(({ _id }) => _id === templateId)
  const wanted = language === "" ? writers : language
  const [primary = ""] = wanted.split("-")
  const found = [wanted, primary, template?.defaultLang ?? ""]
    .map((each) => template?.languages[each])
    .find((text) => text !== undefined)
  return { subject: found?.subject ?? "", html: found?.html ?? "" }
}

function wishOf({ language, record }: PreviewWish) {
  return { language, ...(record === null ? {} : { record }) }
}
