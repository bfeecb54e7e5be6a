/** Made-up mail templates and what they said before. */
import type { components } from "client/wire/api.ts"

type Wire = components["schemas"]

const INSTANT = "2026-11-20T09:41:00Z"

export function mailTemplate(mark: string, index: number): Partial<Wire["Template"]> {
  return {
    ...content(mark),
    status: index % 2 === 0 ? "published" : "draft",
    publishedVersion: 2,
    publishedAt: INSTANT,
    publishedBy: mark,
    isSystem: index === 1,
    usageCount: index,
    lastUsedAt: INSTANT,
    lint: [
      { level: "error", pointer: "/languages/en/html", message: mark },
      { level: "warning", pointer: "/languages", message: mark },
    ],
    mergeFields: [],
  }
}

export function templateVersion(mark: string, index: number): Wire["ShownVersion"] {
  return {
    number: 3 - index,
    rollbackOf: index === 0 ? 1 : null,
    template: {
      ...content(`${mark}-${index}`),
      status: "published",
      publishedVersion: 3 - index,
      publishedAt: INSTANT,
      publishedBy: mark,
      isSystem: false,
    },
    publishedAt: INSTANT,
    publishedBy: mark,
  }
}

function content(mark: string) {
  const html = `<table width="600"><tbody><tr><td style="color:red"><p>Dear ${mark}, <a href="https://example.org">see</a></p></td></tr></tbody></table>`
  return {
    name: mark,
    code: mark,
    type: "arrivalNotice",
    channel: "email",
    contextEntity: "contact",
    defaultLang: "en",
    languages: { en: { subject: mark, html, text: mark }, ar: { subject: mark, html, text: "" } },
    from: { name: mark, address: `${mark}@example.org` },
    replyTo: null,
    cc: [{ name: mark, address: `${mark}@example.org` }],
    bcc: [],
    attachments: [mark],
  } as const satisfies Partial<Wire["TemplateContent"]>
}
