import { availableParallelism } from 'node:os'
import { defineConfig } from 'playwright/test'
import { browserLaunchOptions } from './scripts/lib/browser.mjs'

/** End-to-end journeys that `npm test` runs, from a landing page to money, for each kind of user. */
const journeys = [
  'marketplace',
  'paid-impression',
  'publisher-paid',
  'reports',
  'sign-in',
  'wizards'
].map(name => `${name}.spec.ts`)

export default defineConfig({
  forbidOnly: true,
  // The full proof has one worker, so that timed tests run alone. More workers than cores were no faster: 557 instead
  // of 559 seconds.
  workers: process.env.MILLE_PROOF === 'full' ? 1 : availableParallelism(),
  timeout: 120_000,
  expect: { timeout: 10_000 },
  outputDir: 'test-results',
  use: {
    launchOptions: browserLaunchOptions(),
    screenshot: 'only-on-failure'
  },
  projects: [
    { name: 'embed', testDir: 'tests/embed' },
    // Stories are compared as screenshots, so they need no trace.
    { name: 'stories', testDir: 'tests/stories', use: { trace: 'off' } },
    { name: 'journeys', testDir: 'tests/end-to-end', testMatch: journeys },
    { name: 'e2e', testDir: 'tests/end-to-end', testIgnore: journeys }
  ]
})
