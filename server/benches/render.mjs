// Renders per second of the SSR bundle in Node: node render.mjs <bundle> <milliseconds>, input on standard input.
import { readFileSync } from "node:fs"
import { runInThisContext } from "node:vm"

const [bundle, milliseconds] = process.argv.slice(2)
runInThisContext(readFileSync(bundle, "utf8"), { filename: "ssr.js" })
const input = readFileSync(0, "utf8")
// Lazy modules of the bundle settle in microtasks.
await new Promise((resolve) => setTimeout(resolve, 50))
if (globalThis.settled() !== "true") {
  throw new Error("the bundle has not settled")
}

const warmedUp = performance.now() + 1000
while (performance.now() < warmedUp) {
  globalThis.render(input)
}
const started = performance.now()
let count = 0
while (performance.now() - started < Number(milliseconds)) {
  globalThis.render(input)
  count += 1
}
process.stdout.write(String((count * 1000) / (performance.now() - started)))
