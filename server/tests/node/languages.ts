/** The languages that the browser's catalogues are complete in, in their order. */
import { LANGUAGES } from "../../../client/src/lib/words.ts"

process.stdout.write(JSON.stringify(Object.keys(LANGUAGES)))
