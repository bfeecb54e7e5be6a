import type { Noun, Recorded } from "./noun.ts"

/** Says to the times in its page or row on whose clock else they are read: that of the record's place, where it has one. */
export function placeOf<Row extends Recorded>(row: Row, noun: Pick<Noun<Row>, "labelOf">) {
  const zone = "timezone" in row && typeof row.timezone === "string" ? row.timezone : ""
  return zone === "" ? {} : { "data-zone": zone, "data-place": noun.labelOf(row) }
}
