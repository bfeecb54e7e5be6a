/** What the browser's URI templates expand to; null where the address names no resource. */
import { readFileSync } from "node:fs"

import { type Variables, expandTemplate } from "../../../client/src/lib/uri-template.ts"

interface Question extends Variables {
  template: string
}

const questions: Question[] = JSON.parse(readFileSync(0, "utf8"))
const answers = questions.map(({ template, ...variables }) => expandTemplate(template, variables))
process.stdout.write(JSON.stringify(answers))
