/** The closed sets of words of a company, each with what it is called. */
import { msg } from "#client/lib/words.ts"

export const MASS_UNITS = [
  { value: "kg", label: msg("Kilograms (kg)") },
  { value: "lb", label: msg("Pounds (lb)") },
] as const

export const VOLUME_UNITS = [
  { value: "m3", label: msg("Cubic metres (m³)") },
  { value: "ft3", label: msg("Cubic feet (ft³)") },
] as const

/** Incoterms® 2020: any mode first, then water only. */
export const INCOTERMS = [
  "EXW",
  "FCA",
  "CPT",
  "CIP",
  "DAP",
  "DPU",
  "DDP",
  "FAS",
  "FOB",
  "CFR",
  "CIF",
].map((value) => ({ value, label: value }))
