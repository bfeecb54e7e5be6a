/** The twelve colours that people give roles, tags and values (domain.md 4). */
import { msg } from "./words.ts"

export const PALETTE = [
  { value: "slate", label: msg("Slate") },
  { value: "red", label: msg("Red") },
  { value: "orange", label: msg("Orange") },
  { value: "amber", label: msg("Amber") },
  { value: "lime", label: msg("Lime") },
  { value: "green", label: msg("Green") },
  { value: "teal", label: msg("Teal") },
  { value: "cyan", label: msg("Cyan") },
  { value: "blue", label: msg("Blue") },
  { value: "indigo", label: msg("Indigo") },
  { value: "purple", label: msg("Purple") },
  { value: "pink", label: msg("Pink") },
] as const
