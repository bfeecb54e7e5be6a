import texts from "./ar.json"
import countries from "./countries-ar.json"

/** Everything in Arabic. */
export const entries = { ...countries, ...texts }
