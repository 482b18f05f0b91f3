import type { Problem } from '@mille/stores/shared/problems.ts'
import { atom, type WritableAtom } from 'nanostores'
import type { DataStrategyResult } from 'react-router'
import { createSettleFailure, type LoadsBrowser, ownBrowser } from './failed-loads.ts'

/** Why what was asked for is not on the screen, and how to ask once more. */
export type LoadFailure = {
  problem: Problem
  /** The page itself could not be brought up to date; otherwise another one could not be opened. */
  isReload: boolean
  retry: () => void
}

/** What is on the screen, told by the frame after each change. */
export type ShownPage = {
  /** Without the hash, as requests have it. */
  address: string
  /** What each part of the page was made from, by the id of its route. */
  loaded: ReadonlyMap<string, unknown>
  /** Opens the address that was asked for. */
  open: (address: string) => void
  /** Loads the data of the shown page again. */
  reload: () => void
  /** Cancels the change of page that is under way, without asking. */
  stay: () => Promise<void>
}

export type PageLoads = {
  $failure: WritableAtom<LoadFailure | null>
  show: (page: ShownPage) => void
  /** Takes the results of a page's loads, and gives those that the page is to have. */
  settle: (request: Request, results: LoadResults) => Promise<LoadResults>
}

export type LoadResults = Record<string, DataStrategyResult>

const longestWaitMs = 3_000
const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Knows what is shown while other things are loaded, and says what follows when they fail. */
export function createPageLoads(browser: LoadsBrowser = ownBrowser): PageLoads {
  const $failure = atom<LoadFailure | null>(null)
  const settleFailure = createSettleFailure(browser)
  let shown: ShownPage | null = null
  let onFirst = () => {}
  const first = new Promise<void>(resolve => {
    onFirst = resolve
  })
  return {
    $failure,
    show(page) {
      onFirst()
      if (shown?.address !== page.address) $failure.set(null)
      shown = page
    },
    async settle(request, results) {
      const all = Object.values(results)
      if (all.some(it => it.type === 'error')) {
        // The user may navigate before the frame's notices have loaded.
        if (shown === null) await Promise.race([first, wait(longestWaitMs)])
        return settleFailure($failure, shown, request, results)
      }
      // Staying where one is loads nothing, and says nothing new.
      if (all.length > 0 && !request.signal.aborted) $failure.set(null)
      return results
    }
  }
}

/** The window has one address and one page; no server asks for this file. */
export const pageLoads = createPageLoads()

/** Asks for a part of the page again, whenever the person does or the network is back. */
export async function loadAgain<Part>(load: () => Promise<Part>): Promise<Part> {
  await new Promise<void>(resolve => {
    const retry = () => {
      pageLoads.$failure.set(null)
      resolve()
    }
    window.addEventListener('online', retry, { once: true })
    const problem = { code: 'unreachable', detail: '' }
    pageLoads.$failure.set({ problem, isReload: false, retry })
  })
  return load().catch(() => loadAgain(load))
}
