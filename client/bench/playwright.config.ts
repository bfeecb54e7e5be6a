import { defineConfig, devices } from "@playwright/test"

/** The benchmark of the screens: `npm run bench`. No test: it asserts nothing, and nothing else runs it. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.bench.ts",
  outputDir: "../../target/bench/results",
  workers: 1,
  reporter: [["line"]],
  timeout: 3_600_000,
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: {
      executablePath: process.env["WAYBILL_CHROMIUM"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
    },
  },
})
