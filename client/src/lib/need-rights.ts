/**
 * Which right the lists of the services take to be read, so that a page asks for nothing that its user would be refused.
 *
 * The server decides. What a page is about is asked for all the same: the refusal says who can grant the right.
 */

/** Needs that a page is about; the server knows them by these names too (`needs.rs`). */
const SUBJECTS = new Set(["record", "rows", "trail", "chain", "values", "files", "folders"])

const RIGHTS: Readonly<Record<string, string>> = {
  "/contact/api/v1/contact-tags": "contactTag:view",
  "/contact/api/v1/contacts": "contact:view",
  "/drive/api/v1/filesystem/file": "file:view",
  "/iam/api/v1/companies/offices": "company:view",
  "/iam/api/v1/companies/overview": "dashboard:view",
  "/iam/api/v1/groups": "group:view",
  "/iam/api/v1/issue/tracker": "issue:view",
  "/iam/api/v1/roles": "role:view",
  "/iam/api/v1/support-access": "company:view",
  "/iam/api/v1/users": "user:view",
  "/log/api/v1/audit": "audit:view",
  "/mail/api/v1/suppressions": "company:edit",
  "/mail/api/v1/templates": "template:view",
  "/master/api/v1/dropdown-groups": "picklist:view",
  "/report/api/v1/reportSketch": "report:view",
}

/** Whether somebody with these rights is answered; of other addresses nothing is known, so they are asked. */
export function isReadable(url: string, permissions: readonly string[]): boolean {
  const [path = ""] = url.split("?", 1)
  const right = Object.hasOwn(RIGHTS, path) ? RIGHTS[path] : undefined
  return right === undefined || permissions.includes(right)
}

/** Whether a need is not asked for. */
export function isWithheld(key: string, url: string, permissions: readonly string[]): boolean {
  return !SUBJECTS.has(key) && !isReadable(url, permissions)
}
