import { defineConfig } from '@playwright/test'
import { chromiumPath, chromiumArguments } from './tests/support/browser.ts'
import { e2eSite, SITES, siteUrl } from './tests/support/e2e-site.ts'

// Browser tests run on the built site against the real API, both started as a person would, with a fresh database of their own.
const executablePath = chromiumPath()

export default defineConfig({
  testDir: 'tests',
  testMatch: ['journeys/*.spec.ts', 'gates/*.spec.ts'],
  fullyParallel: false,
  workers: SITES,
  // A test that passes only the second time is red.
  retries: 0,
  // Two browsers, two servers and two databases share the machine; a test that hangs still ends.
  timeout: 180_000,
  // The one patience of all browser tests: what is missing fails the test anyway, so none waits for a shorter time of its own.
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  outputDir: 'test-results',
  use: {
    baseURL: siteUrl('wards'),
    // As a person's browser calls itself: headless Chromium's own name is that of a bot, and bots get no error page.
    userAgent:
      'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    viewport: { width: 1280, height: 800 },
    // A record of each step takes a third of a test's time: `npx playwright test --trace retain-on-failure <file>` makes one.
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumArguments }
  },
  webServer: Array.from({ length: SITES }, (_, index) => ({
    command: `node tests/support/e2e-server.ts ${index}`,
    port: e2eSite(index).controlPort,
    // It builds the sites and fills a database, on a machine that lints and checks types meanwhile.
    timeout: 600_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 }
  }))
})
