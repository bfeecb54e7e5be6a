import { expect, test } from "vitest"

import { translate } from "#client/lib/words.ts"
import es from "#client/words/es.json"

import { headingOf } from "./result-cells.ts"

test.each([
  ["none", "Country", "País"],
  ["count", "Count: Country", "Recuento: País"],
  ["sum", "Our own name", "Our own name"],
  ["max", "Peak: north: 2", "Peak: north: 2"],
])("a column summed up by %s and called %s is read as %s", (agg, label, heading) => {
  const spanish = { locale: "es", entries: es }
  const said = headingOf({ agg, label }, (text, values) => translate(spanish, text, values))
  expect(said).toBe(heading)
})
