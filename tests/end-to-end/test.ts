import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { test as base, expect } from 'playwright/test'
import { holdAnswers, takeProblems } from './answers.ts'
import { demoChain } from './demo-people.ts'
import { type Furniture, furnish } from './furnish.ts'

/** Time limit in milliseconds. The first start of a run makes the template that the others copy. */
const startMs = 300_000

/** What the test files of a worker share: they run one after another, and each has its own accounts. */
type Shared = {
  watch: undefined
  /** An empty network without special settings. Test files that count what is in the network start their own. */
  server: ServerProcess
  /** The demo network with an order, a dispute and more, for files that open its pages and do not count what is in it. */
  demo: { server: ServerProcess; furniture: Furniture }
}

/** The worker's shared server, once a test has asked for it. */
let shared: ServerProcess | undefined

/** Playwright's test, in which every call that a page or an account makes must be answered as the contract says. */
export const test = base.extend<{ contract: undefined }, Shared>({
  watch: [
    async ({ browser }, use) => {
      browser.on('context', holdAnswers)
      await use(undefined)
      browser.off('context', holdAnswers)
    },
    { scope: 'worker', auto: true }
  ],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const server = await startServerProcess()
      shared = server
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: startMs }
  ],
  demo: [
    async ({ browser }, use) => {
      const server = await startServerProcess({ DEMO: 'true', ...demoChain })
      await use({ server, furniture: await furnish(browser, server) })
      await server.dispose()
    },
    { scope: 'worker', timeout: startMs }
  ],
  contract: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts())
      // So many accounts of one address would require a proof of work.
      await shared?.query('delete from rate_limits')
      await use(undefined)
      expect(await takeProblems()).toEqual([])
      // Pages that a finished test leaves open would listen and tick until the last test of the file.
      for (const context of browser.contexts()) if (!before.has(context)) await context.close()
    },
    { auto: true }
  ]
})
