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

/** Examples, which read alike in every language. */
export const NUMBER_FORMATS = [
  { value: "auto", label: msg("By the reader’s language") },
  { value: "comma", label: "1,234,567.8" },
  { value: "point", label: "1.234.567,8" },
  { value: "space", label: "1\u00A0234\u00A0567,8" },
  { value: "apostrophe", label: "1’234’567.8" },
  { value: "indian", label: "12,34,567.8" },
] as const

export const PAPER_SIZES = [
  { value: "a4", label: "A4" },
  { value: "letter", label: "US Letter" },
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
