import countries from "./countries-es.json"
import texts from "./es.json"

/** Everything in Spanish. */
export const entries = { ...countries, ...texts }
