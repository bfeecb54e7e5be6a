/**
 * A name of this machine that is not localhost, so that browsers trust nothing from there over plain http. They get it by a
 * flag (playwright.config.ts) and Node by this module.
 */
import dns from "node:dns"

export const ELSEWHERE = "elsewhere.test"

/** What browsers call the servers of this run, unless a file has its own wish; empty for the address where they listen. */
export const HOST = process.env["WAYBILL_E2E_HOST"] ?? ""

const { lookup } = dns
const later = dns.promises.lookup

Object.assign(dns, {
  lookup: (name: string, ...rest: [never, never]) => {
    lookup(placed(name), ...rest)
  },
})
Object.assign(dns.promises, {
  lookup: (name: string, ...rest: [never]) => later(placed(name), ...rest),
})

function placed(name: string): string {
  return name === ELSEWHERE ? "127.0.0.1" : name
}
