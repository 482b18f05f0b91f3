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
    async ({ browser }, use) => {
      const before = new Set(browser.contexts())
      await use(undefined)
      expect(await takeProblems()).toEqual([])
      // The pages of people who are gone would listen and tick until the last test of the file.
      for (const context of browser.contexts()) if (!before.has(context)) await context.close()
    },
    { auto: true }
  ]
})
