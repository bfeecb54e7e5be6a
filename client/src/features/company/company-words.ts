/** The closed sets of words of a company, each with what it is called. */
import { msg } from "#client/lib/words.ts"

export const TYPES = [
  { value: "forwarder", label: msg("Freight forwarder") },
  { value: "carrier", label: msg("Carrier") },
  { value: "customsBroker", label: msg("Customs broker") },
  { value: "nvocc", label: msg("NVOCC") },
  { value: "warehouse", label: msg("Warehouse operator") },
  { value: "shipper", label: msg("Shipper") },
  { value: "other", label: msg("Other") },
] as const

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
