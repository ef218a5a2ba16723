import { defineConfig } from "@playwright/test";

/** The browser tests: against the production build, on data directories of their own. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  // Each has a site of its own, and waits for it much of the time.
  workers: 3,
  forbidOnly: true,
  // A busy machine may be late for once; the report lists such a test as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    actionTimeout: 20_000,
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
