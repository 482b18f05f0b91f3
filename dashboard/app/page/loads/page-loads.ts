import type { Problem } from '@mille/stores/shared/problems.ts'
import { atom, type WritableAtom } from 'nanostores'
import type { DataStrategyResult } from 'react-router'
import { createSettleFailure, type LoadsBrowser, ownBrowser } from './failed-loads.ts'

/** Why the requested page or data could not be loaded, and a function that retries. */
export type LoadFailure = {
  problem: Problem
  /** True if the current page could not be reloaded; false if another page could not be opened. */
  isReload: boolean
  retry: () => void
}

/** The page on the screen. The frame reports it after each change. */
export type ShownPage = {
  /** The page's address without the hash, as in requests. */
  address: string
  /** The loaded data of each part of the page, by route id. */
  loaded: ReadonlyMap<string, unknown>
  /** Opens an address within the application. */
  open: (address: string) => void
  /** Loads the data of the shown page again. */
  reload: () => void
  /** Cancels the current navigation without asking the user. */
  stay: () => Promise<void>
}

export type PageLoads = {
  $failure: WritableAtom<LoadFailure | null>
  show: (page: ShownPage) => void
  /** Takes the results of a page's loaders and returns the results that the page should use. */
  settle: (request: Request, results: LoadResults) => Promise<LoadResults>
}

export type LoadResults = Record<string, DataStrategyResult>

const longestWaitMs = 3_000
const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Tracks the page on the screen during navigations, and decides what happens when a load fails. */
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
      // A navigation that loads nothing does not clear the failure.
      if (all.length > 0 && !request.signal.aborted) $failure.set(null)
      return results
    }
  }
}

/** Shared by the whole window, which has one address and one page. Never imported on the server. */
export const pageLoads = createPageLoads()

/** Loads a part of the page again when the user retries or the network is back. */
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
