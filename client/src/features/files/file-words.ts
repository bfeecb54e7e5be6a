/** The closed sets of words of a file, each with what it is called. */
import { msg } from "#client/lib/words.ts"
import type { TagTone } from "#client/ui/tag.tsx"

export const DOC_TYPES = [
  { value: "bl", label: msg("Bill of lading") },
  { value: "awb", label: msg("Air waybill") },
  { value: "invoice", label: msg("Invoice") },
  { value: "packingList", label: msg("Packing list") },
  { value: "certificateOfOrigin", label: msg("Certificate of origin") },
  { value: "dgDeclaration", label: msg("Dangerous goods declaration") },
  { value: "pod", label: msg("Proof of delivery") },
  { value: "customs", label: msg("Customs document") },
  { value: "other", label: msg("Other") },
] as const

export const VISIBILITIES = [
  { value: "company", label: msg("Everyone in the company") },
  { value: "private", label: msg("Only me") },
] as const

/** What a scanner for malicious content says. */
export const SCANS: Readonly<Record<string, { text: string; tone: TagTone }>> = {
  pending: { text: msg("Not scanned yet"), tone: "plain" },
  clean: { text: msg("Clean"), tone: "ok" },
  infected: { text: msg("Infected"), tone: "danger" },
}
