import { defineConfig, devices } from "@playwright/test"

import { ELSEWHERE } from "./e2e/elsewhere.ts"

/** The browser is handed in: Playwright's own download is no package of a registry. */
const executablePath = process.env["WAYBILL_CHROMIUM"] ?? "/usr/bin/chromium"

/** The tag of tests that assert how fast something is: `npm run e2e` runs them after all others. */
const ALONE = /@alone/u

/** Files share the accounts of an emulator; two instances for each server are enough work for a machine. */
const isShared = ["AUTH_EMULATOR", "APART", "UPSTREAM", "BALANCED"].some(isGiven)

/** What needs a service of the company's own, which nothing else can run at. */
const OWN_IAM = "**/own-iam.e2e.ts"
const ofRun = isGiven("OWN_IAM")
  ? { testMatch: OWN_IAM }
  : { testMatch: "**/*.e2e.ts", testIgnore: OWN_IAM }

function isGiven(name: string): boolean {
  return process.env[`WAYBILL_E2E_${name}`] !== undefined
}

export default defineConfig({
  testDir: "e2e",
  ...ofRun,
  globalSetup: "./e2e/template.ts",
  snapshotPathTemplate: "{testDir}/outlines/{arg}{ext}",
  fullyParallel: false,
  workers: isShared ? 1 : 2,
  projects: [
    {
      name: "parallel",
      grepInvert: ALONE,
      outputDir: "../target/e2e/parallel",
    },
    { name: "alone", grep: ALONE, workers: 1, outputDir: "../target/e2e/alone" },
  ],
  // By hand a test has one try. Where a whole run is at stake it has a second one, and is told as flaky if it needs that.
  retries: process.env["CI"] === undefined ? 0 : 1,
  forbidOnly: process.env["CI"] !== undefined,
  reporter: [["list"]],
  // Beside other work a test takes several times as long; what hangs still ends.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices["Desktop Chrome"],
    // A control that never appears fails by its name, instead of using up the minutes of a slow test.
    actionTimeout: 45_000,
    // What a browser with windows lets a page do that somebody has just pressed.
    permissions: ["clipboard-write"],
    // Keeping one of every test costs a seventh of the time: where there is a second try, that one is kept.
    trace: process.env["CI"] === undefined ? "retain-on-failure" : "on-first-retry",
    launchOptions: {
      executablePath,
      args: [
        "--no-sandbox",
        `--host-resolver-rules=MAP ${ELSEWHERE} 127.0.0.1`,
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
})
