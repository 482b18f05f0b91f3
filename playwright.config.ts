import { availableParallelism } from 'node:os'
import { defineConfig } from 'playwright/test'
import { browserLaunchOptions } from './scripts/lib/browser.mjs'

/** From a landing page to money, for each kind of person: those of `npm test`. */
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
  // What is timed is timed alone. One worker more than cores makes it no faster: 557 seconds in place of 559.
  workers: process.env.MILLE_PROOF === 'full' ? 1 : availableParallelism(),
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // A browser on a busy machine can miss a frame: `npm test` names what needed its second try.
  retries: 1,
  outputDir: 'test-results',
  use: {
    launchOptions: browserLaunchOptions(),
    screenshot: 'only-on-failure',
    // Retracing each test would take longer than it.
    trace: 'on-first-retry'
  },
  projects: [
    { name: 'embed', testDir: 'tests/embed' },
    // What is looked at is compared, not retraced.
    { name: 'stories', testDir: 'tests/stories', use: { trace: 'off' } },
    { name: 'journeys', testDir: 'tests/end-to-end', testMatch: journeys },
    { name: 'e2e', testDir: 'tests/end-to-end', testIgnore: journeys }
  ]
})
