/** What was done, in words: the actions of the audit trail and how they ended. What is new to this page is spelled out from its name. */
import { pathText } from "./change.ts"
import { msg } from "./words.ts"

type Tone = "plain" | "accent" | "ok" | "warning" | "danger"

interface Deed {
  text: string
  tone?: Tone
}

const DEEDS: Readonly<Record<string, Deed>> = {
  activate: { text: msg("Activated"), tone: "ok" },
  assign: { text: msg("Assigned") },
  askAddress: { text: msg("Requested an address change") },
  beginView: { text: msg("Started viewing as the role") },
  beginVisit: { text: msg("Started a visit"), tone: "warning" },
  bulkEdit: { text: msg("Changed in bulk") },
  cancel: { text: msg("Cancelled"), tone: "warning" },
  changeAddress: { text: msg("Changed the address") },
  clone: { text: msg("Duplicated"), tone: "ok" },
  create: { text: msg("Created"), tone: "ok" },
  deactivate: { text: msg("Deactivated"), tone: "warning" },
  delete: { text: msg("Deleted"), tone: "danger" },
  destroy: { text: msg("Deleted permanently"), tone: "danger" },
  edit: { text: msg("Changed"), tone: "accent" },
  endSession: { text: msg("Ended a session") },
  endView: { text: msg("Stopped viewing as the role") },
  endVisit: { text: msg("Ended a visit") },
  export: { text: msg("Exported") },
  grantSupport: { text: msg("Granted support access"), tone: "warning" },
  import: { text: msg("Imported"), tone: "ok" },
  invite: { text: msg("Invited"), tone: "ok" },
  list: { text: msg("Listed") },
  lock: { text: msg("Locked"), tone: "danger" },
  merge: { text: msg("Merged"), tone: "warning" },
  publish: { text: msg("Published"), tone: "ok" },
  register: { text: msg("Registered"), tone: "ok" },
  removeAuthenticator: { text: msg("Removed the authenticator app"), tone: "warning" },
  retry: { text: msg("Sent again") },
  restore: { text: msg("Restored"), tone: "ok" },
  revokeSupport: { text: msg("Revoked support access") },
  run: { text: msg("Ran") },
  send: { text: msg("Sent"), tone: "ok" },
  sendNow: { text: msg("Sent immediately"), tone: "ok" },
  sendCode: { text: msg("Was sent a code") },
  share: { text: msg("Shared") },
  signIn: { text: msg("Signed in") },
  signOut: { text: msg("Signed out") },
  suspend: { text: msg("Suspended"), tone: "danger" },
  undo: { text: msg("Undone"), tone: "warning" },
  verifyEmail: { text: msg("Verified the address") },
  view: { text: msg("Viewed") },
  visit: { text: msg("Visited") },
}

/** An action is a kind and a deed: `role.edit`. */
export function deedOf(action: string): Required<Deed> {
  const verb = action.split(".").at(-1) ?? ""
  const known = Object.hasOwn(DEEDS, verb) ? DEEDS[verb] : undefined
  return { text: known?.text ?? pathText(verb), tone: known?.tone ?? "plain" }
}

/** How an action ended. */
export const RESULTS: Readonly<Record<string, { text: string; tone: Tone }>> = {
  ok: { text: msg("Done"), tone: "ok" },
  denied: { text: msg("Denied"), tone: "danger" },
  failed: { text: msg("Failed"), tone: "danger" },
}
