// What is inside the program, and under which terms: a list for people and one for machines (CycloneDX 1.6).
//
//   node packaging/licences.mjs FOLDER     writes FOLDER/THIRD-PARTY.txt and FOLDER/sbom.cdx.json
//
// It reads what the lock files name and what lies on the disk, and asks nobody. A package under terms that are not in ACCEPTED
// stops it: whoever adds one decides.

import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const TARGET = "x86_64-unknown-linux-gnu"

/** Terms that ask for their text and no more; MPL-2.0 also for the source of its own files, which the registry has. */
const ACCEPTED = new Set([
  "0BSD",
  "Apache-2.0",
  "Apache-2.0 WITH LLVM-exception",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BSL-1.0",
  "CC0-1.0",
  "CDLA-Permissive-2.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Unicode-3.0",
  "Unlicense",
  "Zlib",
])

/** The texts of terms whose package forgot to bring them. */
const TEXTS = {
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  "BSD-3-Clause": `Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following
   disclaimer.
2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
   disclaimer in the documentation and/or other materials provided with the distribution.
3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products
   derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;
LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN
CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`,
}

const IS_LICENCE = /^(licen[cs]e|copying|notice|unlicense|ofl)/i

/** The files in which a package says its terms, in folders as well (`LICENSES/…`). */
function licenceTexts(folder) {
  const texts = []
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name)
    if (!IS_LICENCE.test(name)) continue
    if (statSync(path).isDirectory()) {
      for (const inner of readdirSync(path).sort())
        texts.push(readFileSync(join(path, inner), "utf8").trim())
    } else {
      texts.push(readFileSync(path, "utf8").trim())
    }
  }
  return texts
}

/** The terms of an SPDX expression, each by itself. */
function terms(expression) {
  return expression
    .replace(/[()]/g, " ")
    .split(/\s+(?:AND|OR)\s+|\s*\/\s*/)
    .map((term) => term.trim())
    .filter(Boolean)
}

/** Whether all that must hold at once can: of what is joined by OR, one side is enough. */
function isAccepted(expression) {
  const parts = expression.replace(/\s*\/\s*/g, " OR ").split(/(\(|\)|\s+AND\s+|\s+OR\s+)/)
  const tokens = parts.map((part) => part.trim()).filter(Boolean)
  let at = 0
  const either = () => {
    let holds = both()
    while (tokens[at] === "OR") {
      at += 1
      holds = both() || holds
    }
    return holds
  }
  const both = () => {
    let holds = one()
    while (tokens[at] === "AND") {
      at += 1
      holds = one() && holds
    }
    return holds
  }
  const one = () => {
    const token = tokens[at]
    at += 1
    if (token !== "(") return ACCEPTED.has(token)
    const holds = either()
    at += 1
    return holds
  }
  return either() && at === tokens.length
}

/** The crates that are linked into the program, and those that tests and builds have besides. */
function crates() {
  const args = [
    "metadata",
    "--locked",
    "--offline",
    "--format-version",
    "1",
    "--filter-platform",
    TARGET,
  ]
  const output = execFileSync(process.env.CARGO ?? "cargo", args, {
    cwd: ROOT,
    maxBuffer: 1 << 28,
    encoding: "utf8",
  })
  const { packages, resolve } = JSON.parse(output)
  const byId = new Map(packages.map((it) => [it.id, it]))
  const nodes = new Map(resolve.nodes.map((it) => [it.id, it]))
  const pending = [packages.find((it) => it.name === "waybill").id]
  const seen = new Set()
  while (pending.length > 0) {
    const id = pending.pop()
    if (seen.has(id)) continue
    seen.add(id)
    for (const dependency of nodes.get(id).deps) {
      if (dependency.dep_kinds.some(({ kind }) => kind === null)) pending.push(dependency.pkg)
    }
  }
  const works = [...nodes.keys()]
    .map((id) => byId.get(id))
    .filter((it) => it.source !== null)
    .map((it) => ({
      isLinked: seen.has(it.id),
      name: it.name,
      version: it.version,
      purl: `pkg:cargo/${it.name}@${it.version}`,
      licence: it.license ?? "",
      by: it.authors.join(", ") || it.repository || it.name,
      texts: licenceTexts(dirname(it.manifest_path)),
    }))
  return {
    linked: works.filter((it) => it.isLinked),
    others: works.filter((it) => !it.isLinked),
  }
}

/** The packages that the client and the renderer are bundled from. */
function npmPackages() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"))
  const pending = []
  const need = (from, names) => {
    for (const name of Object.keys(names ?? {})) {
      // As Node looks for it: beside the one that needs it, then further up.
      for (let folder = from; ; folder = folder.replace(/\/?(node_modules\/)?[^/]*$/, "")) {
        const path = join(folder, "node_modules", name)
        if (packages[path]) {
          pending.push(path)
          break
        }
        if (folder === "") break
      }
    }
  }
  for (const workspace of ["client", "ssr-bundle"])
    need(workspace, packages[workspace].dependencies)
  const seen = new Set()
  while (pending.length > 0) {
    const path = pending.pop()
    if (seen.has(path) || packages[path].link) continue
    seen.add(path)
    need(path, packages[path].dependencies)
  }
  return [...seen]
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => {
      const it = JSON.parse(readFileSync(join(ROOT, path, "package.json"), "utf8"))
      const author = typeof it.author === "string" ? it.author : it.author?.name
      return {
        name: it.name,
        version: it.version,
        purl: `pkg:npm/${it.name.replace("@", "%40")}@${it.version}`,
        licence: it.license ?? "",
        by: author ?? it.name,
        texts: licenceTexts(join(ROOT, path)),
      }
    })
}

/** The library that is linked without being a package. */
function v8() {
  const folder = join(ROOT, "vendor/v8/LICENSES")
  const texts = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").trim())
  const crate = /name = "v8"\nversion = "([^"]+)"/.exec(
    readFileSync(join(ROOT, "Cargo.lock"), "utf8"),
  )
  return {
    name: "V8",
    version: crate[1],
    purl: `pkg:github/denoland/rusty_v8@${crate[1]}`,
    licence: "BSD-3-Clause",
    by: "the V8 project authors",
    texts,
  }
}

/** The fonts that reports are printed with. */
function fonts() {
  return {
    name: "Noto Sans",
    version: "20201225",
    purl: "pkg:deb/debian/fonts-noto-core@20201225-1",
    licence: "OFL-1.1",
    by: "Google LLC",
    texts: licenceTexts(join(ROOT, "server/crates/pdf/fonts")),
  }
}

/** The list of common passwords. */
function commonPasswords() {
  return {
    name: "@zxcvbn-ts/language-common",
    version: "4.1.3",
    purl: "pkg:npm/%40zxcvbn-ts/language-common@4.1.3",
    licence: "MIT",
    by: "zxcvbn-ts",
    texts: licenceTexts(join(ROOT, "server/crates/identity/src/password")),
  }
}

/** The works that the reference data was made from (`server/crates/storage/seed`); none of them is a dependency. */
function seed() {
  const folder = join(ROOT, "server/crates/storage/seed")
  const index = JSON.parse(readFileSync(join(folder, "index.json"), "utf8"))
  const registries = { npm: "npm", PyPI: "pypi", crate: "cargo" }
  const works = new Map()
  for (const source of Object.values(index).flatMap((dataset) => dataset.sources)) {
    const [registry, name] = source.package.split(" ")
    const version = source.version.split(" ")[0]
    works.set(source.package, {
      name,
      version,
      purl: `pkg:${registries[registry]}/${name}@${version}`,
      // What is in the public domain has no terms; the package around it has.
      licence: source.licence.replace("public domain (data), ", "").replace(" (package)", ""),
      by: name,
      texts: [readFileSync(join(folder, source.text), "utf8").trim()],
    })
  }
  return [...works.values()]
}

/** A package that brings no text gets that of its terms, this project's copy of Apache's, or another package's of Mozilla's. */
function completed(it, _at, all) {
  if (it.texts.length > 0) return it
  const own = terms(it.licence)
  const known = own.find((term) => TEXTS[term])
  if (known) return { ...it, texts: [`Copyright (c) ${it.by}\n\n${TEXTS[known]}`] }
  if (own.includes("Apache-2.0"))
    return { ...it, texts: [readFileSync(join(ROOT, "LICENSE"), "utf8").trim()] }
  const mozillas = all
    .flatMap(({ texts }) => texts)
    .find((text) => text.startsWith("Mozilla Public License Version 2.0"))
  if (own.includes("MPL-2.0") && mozillas) return { ...it, texts: [mozillas] }
  throw new Error(`${it.name} ${it.version} (${it.licence}) brings no licence text`)
}

function main(folder) {
  if (!folder) throw new Error("usage: node packaging/licences.mjs FOLDER")
  const { linked, others } = crates()
  const found = [...linked, ...npmPackages(), v8(), fonts(), commonPasswords(), ...seed()]
  const refused = [...found, ...others].filter((it) => !isAccepted(it.licence))
  if (refused.length > 0) {
    throw new Error(
      `not accepted: ${refused.map((it) => `${it.purl} (${it.licence || "no terms"})`).join(", ")}`,
    )
  }
  const all = found.map(completed).sort((a, b) => (a.purl < b.purl ? -1 : 1))
  const version = /\[workspace\.package\]\nversion = "([^"]+)"/.exec(
    readFileSync(join(ROOT, "Cargo.toml"), "utf8"),
  )[1]

  const byText = new Map()
  for (const it of all) {
    for (const text of it.texts) {
      const key = createHash("sha256").update(text.replace(/\s+/g, " ")).digest("hex")
      const group = byText.get(key) ?? { text, packages: [] }
      group.packages.push(`${it.name} ${it.version}`)
      byText.set(key, group)
    }
  }
  const list = all.map((it) => `${it.name} ${it.version}: ${it.licence}`).join("\n")
  const groups = [...byText.values()].map(
    ({ text, packages }) => `${"=".repeat(80)}\n${packages.join(", ")}\n\n${text}\n`,
  )
  const intro = `Waybill ${version} is under the Apache License 2.0, see LICENSE. Inside it are these works of others, under their own terms.`

  const components = all.map((it) => ({
    type: "library",
    "bom-ref": it.purl,
    name: it.name,
    version: it.version,
    purl: it.purl,
    licenses: [{ expression: it.licence.replace(/\s*\/\s*/g, " OR ") }],
  }))
  const sbom = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        name: "waybill",
        version,
        licenses: [{ license: { id: "Apache-2.0" } }],
      },
    },
    components,
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "THIRD-PARTY.txt"), `${intro}\n\n${list}\n\n${groups.join("\n")}`)
  writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(sbom, null, "\t")}\n`)
  process.stdout.write(`${all.length} works of others, ${byText.size} texts\n`)
}

try {
  main(process.argv[2])
} catch (error) {
  process.stderr.write(`licences: ${error.message}\n`)
  process.exitCode = 1
}
