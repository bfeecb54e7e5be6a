/** What went wrong in a page, as its boundary tells it. */
import { isRouteErrorResponse } from "react-router"

import { msg } from "#client/lib/words.ts"

export interface Fault {
  title: string
  text: string
  /** Whether the same address may well work in a moment. */
  again: boolean
}

const NOT_FOUND: Fault = {
  title: msg("This page does not exist"),
  text: msg("The address may be mistyped, or the page may have been removed."),
  again: false,
}

const FORBIDDEN: Fault = {
  title: msg("You don't have permission to open this page"),
  text: msg("Ask an administrator of your company for access."),
  again: false,
}

const NOT_LOADED: Fault = {
  title: msg("Couldn't load this page"),
  text: msg("The connection was lost, or Waybill has been updated. Nothing was changed."),
  again: true,
}

const BROKEN: Fault = {
  title: msg("Couldn't show this page"),
  text: msg(
    "Something on this page failed. Nothing was changed, and the rest of Waybill still works.",
  ),
  again: true,
}

/** One face for each kind; the text of an error is for logs, not for readers. */
export function faultOf(error: unknown): Fault {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return NOT_FOUND
    if (error.status === 403) return FORBIDDEN
  }
  return isLoadFailure(error) ? NOT_LOADED : BROKEN
}

/** A module or an answer that did not arrive; every browser words it differently. */
function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof TypeError && /fetch|import|load|module script|network/iu.test(error.message)
  )
}
