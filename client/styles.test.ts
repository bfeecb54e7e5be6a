/** Rules of the style sheets that no compiler checks: contrast, direction, layers, and that no class is a misprint. */
import { readFile, readdir } from "node:fs/promises"
import path from "node:path"

import { describe, expect, test } from "vitest"

const SRC = path.resolve(import.meta.dirname, "src")

const files = await readdir(SRC, { recursive: true })
const sheets = await load((name) => name.endsWith(".css"))
const screens = await load((name) =>
  /^(?:ui|records|features|routes)\/.*(?<!\.test)\.tsx$/u.test(name),
)

async function load(wanted: (name: string) => boolean) {
  const names = files.map((name) => name.replaceAll(path.sep, "/")).filter(wanted)
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(path.join(SRC, name), "utf8") })),
  )
}

function coloursOf(css: string) {
  return new Map(
    [...css.matchAll(/--([\w-]+):\s*(?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/gu)].map(
      ([, name = "", light, dark, both = ""]) => [
        name,
        { light: light ?? both, dark: dark ?? both },
      ],
    ),
  )
}

describe("contrast", () => {
  const tokens = sheets.find(({ name }) => name === "styles/tokens.css")?.text ?? ""
  const [usual = "", strong = ""] = tokens.split(':root[data-theme="contrast"]')
  const colours = coloursOf(usual)
  const strongColours = new Map([...colours, ...coloursOf(strong)])

  const text: [ink: string, paper: string][] = [
    ...["page", "surface", "raised", "sunken"].flatMap((paper): [string, string][] => [
      ["ink", paper],
      ["ink-2", paper],
      ["accent", paper],
      ["accent-2", paper],
    ]),
    ["accent-ink", "accent"],
    ["accent-ink", "accent-2"],
    ["accent-soft-ink", "accent-soft"],
    ["ink", "accent-soft"],
    ["ink-2", "accent-soft"],
    ["board-ink", "board"],
    ["board-ink", "board-2"],
    ["board-ink-2", "board"],
    ["board-ink-2", "board-2"],
    ["signal", "board"],
    ["signal", "board-2"],
    ["signal-ink", "signal"],
    ["danger", "page"],
    ["danger", "surface"],
    ["danger", "raised"],
    ["danger-solid-ink", "danger-solid"],
    ["danger-soft-ink", "danger-soft"],
    ["warn", "page"],
    ["warn", "surface"],
    ["warn-soft-ink", "warn-soft"],
    ["ok", "raised"],
    ["ok-soft-ink", "ok-soft"],
  ]
  test.each(text)("%s on %s can be read in all themes", (ink, paper) => {
    for (const theme of ["light", "dark"] as const) {
      expect(ratio(ink, paper, theme)).toBeGreaterThanOrEqual(4.5)
      expect(ratio(ink, paper, theme, strongColours)).toBeGreaterThanOrEqual(7)
    }
  })

  const edges: [edge: string, paper: string][] = [
    ["line-2", "page"],
    ["line-2", "surface"],
    ["line-2", "raised"],
    ["focus", "page"],
    ["focus", "surface"],
    ["signal", "board"],
    ["danger", "danger-soft"],
    ["accent", "surface"],
    ...[1, 2, 3, 4, 5, 6, 7].flatMap((series): [string, string][] => [
      [`series-${series}`, "surface"],
      [`series-${series}`, "page"],
    ]),
  ]
  test.each(edges)("%s stands out from %s in all themes", (edge, paper) => {
    for (const theme of ["light", "dark"] as const) {
      expect(ratio(edge, paper, theme)).toBeGreaterThanOrEqual(3)
      expect(ratio(edge, paper, theme, strongColours)).toBeGreaterThanOrEqual(4.5)
    }
  })

  /** WCAG 2.2, relative luminance and contrast ratio. */
  function ratio(one: string, other: string, theme: "light" | "dark", from = colours): number {
    const [low, high] = [one, other]
      .map((name) => luminance(name, theme, from))
      .toSorted((a, b) => a - b)
    return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
  }

  function luminance(name: string, theme: "light" | "dark", from: typeof colours): number {
    const hex = from.get(name)?.[theme]
    if (hex === undefined) throw new Error(`tokens.css has no colour --${name}`)
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
})

test("no rule knows left from right", () => {
  const physical =
    /(?:^|[\s;{])(?:left|right|(?:margin|padding|border|inset)-(?:left|right|top|bottom)|(?:min-|max-)?(?:width|height)|text-align:\s*(?:left|right)|float)\s*:/u
  const found = sheets.flatMap(({ name, text }) =>
    text
      .split("\n")
      .filter((line) => physical.test(line) && !/@(?:media|container)/u.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test("every sheet but the fonts is imported into a layer", () => {
  const app = sheets.find(({ name }) => name === "styles/app.css")?.text ?? ""
  const loose = sheets
    .map(({ name }) => name)
    .filter((name) => !["styles/app.css", "styles/fonts.css"].includes(name))
    .filter((name) => {
      const from = name.startsWith("styles/") ? `./${name.slice("styles/".length)}` : `../${name}`
      return !new RegExp(`@import "${from.replaceAll(".", "\\.")}" layer\\(\\w+\\);`, "u").test(app)
    })
  expect(loose).toEqual([])
})

test("only tokens.css names a colour", () => {
  const found = sheets
    .filter(({ name }) => name !== "styles/tokens.css")
    .flatMap(({ name, text }) =>
      (text.match(/#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/giu) ?? []).map(
        (hit) => `${name}: ${hit}`,
      ),
    )
  expect(found).toEqual([])
})

const CLASS = /\b(?:ui|sh|ac|db|st|ls|ft|au|fl|is|rp|ct|u)-[a-z][\w-]*/gu

test("every class of a screen is one that a sheet knows, and the other way round", () => {
  const drawn = new Set(sheets.flatMap(({ text }) => text.match(/(?<=\.)[a-z][\w-]*/gu) ?? []))
  const used = new Set(
    screens.flatMap(({ text }) =>
      [...text.matchAll(/["'`](?:[^"'`\n]*)["'`]/gu)].flatMap(
        ([quoted]) => quoted.match(CLASS) ?? [],
      ),
    ),
  )
  // A name that ends in `-` is completed by a tone, a look or a state.
  const stems = [...used].filter((name) => name.endsWith("-"))
  const unknown = [...used].filter((name) => !name.endsWith("-") && !drawn.has(name))
  expect(unknown).toEqual([])
  const unused = [...drawn].filter(
    (name) =>
      name.match(CLASS)?.[0] === name &&
      !used.has(name) &&
      !stems.some((stem) => name.startsWith(stem)),
  )
  expect(unused).toEqual([])
})

test("no screen writes a style attribute, which the content security policy would refuse", () => {
  expect(screens.filter(({ text }) => /\sstyle=\{\{/u.test(text)).map(({ name }) => name)).toEqual(
    [],
  )
})
