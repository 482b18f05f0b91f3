import { test as base, expect } from 'playwright/test'
import { holdAnswers, takeProblems } from './answers.ts'

/** Playwright's test, in which every call that a page or an account makes must be answered as the contract says. */
export const test = base.extend<{ contract: undefined }, { watch: undefined }>({
  watch: [
    async ({ browser }, use) => {
      browser.on('context', holdAnswers)
      await use(undefined)
      browser.off('context', holdAnswers)
    },
    { scope: 'worker', auto: true }
  ],
  contract: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      await use(undefined)
      expect(await takeProblems()).toEqual([])
    },
    { auto: true }
  ]
})
