import { defineConfig, devices } from "@playwright/test"

/** The browser is handed in: Playwright's own download is no package of a registry. */
const executablePath = process.env["WAYBILL_CHROMIUM"] ?? "/usr/bin/chromium"

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "../target/e2e/results",
  snapshotPathTemplate: "{testDir}/outlines/{arg}{ext}",
  fullyParallel: false,
  // Two save a third of the time, and make what has to be fast slow; files share the accounts of an emulator besides.
  workers: 1,
  // By hand a test has one try. Where a whole run is at stake it has a second one, and is told as flaky if it needs that.
  retries: process.env["CI"] === undefined ? 0 : 1,
  forbidOnly: process.env["CI"] !== undefined,
  reporter: [["list"]],
  // Beside other work a test takes several times as long; what hangs still ends.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices["Desktop Chrome"],
    // Keeping one of every test costs a seventh of the time: where there is a second try, that one is kept.
    trace: process.env["CI"] === undefined ? "retain-on-failure" : "on-first-retry",
    launchOptions: {
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
})
