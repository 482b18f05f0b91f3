import { thrownFailure } from './answer.ts'
import { PageCodeError } from './page-code.ts'
import type { LoadResults, PageLoads, ShownPage } from './page-loads.ts'

/** The functions of the browser that this module needs. */
export type LoadsBrowser = {
  /** Returns the address in the address bar, without the hash. */
  address: () => string
  /** Returns whether the server can serve this page as a new document. */
  isReachable: (address: string) => Promise<boolean>
  /** Opens an address as a new document, without any state of the current page. */
  leaveFor: (address: string) => void
}

const longestWaitMs = 10_000

export const ownBrowser: LoadsBrowser = {
  address: () => location.href.split('#')[0] ?? '',
  leaveFor: address => location.assign(address),
  async isReachable(address) {
    const signal = AbortSignal.timeout(longestWaitMs)
    const asked = fetch(address, { method: 'HEAD', cache: 'no-store', signal })
    return asked.then(
      answer => answer.status < 500,
      () => false
    )
  }
}

/** Statuses that are final for a page, so the error is shown in the page's place. Other errors may be temporary. */
const answers = new Set([401, 403, 404, 410])

/**
 * Returns the function that handles a failed navigation. The user stays on the current page with all typed text and
 * sees the reason. Only a final answer about the requested page replaces the current page.
 */
export function createSettleFailure(browser: LoadsBrowser) {
  return async (
    $failure: PageLoads['$failure'],
    shown: ShownPage | null,
    request: Request,
    results: LoadResults
  ): Promise<LoadResults> => {
    const all = Object.values(results)
    // A redirect is also thrown as a response.
    if (request.signal.aborted || all.some(it => it.result instanceof Response)) return results
    const thrown = all.find(it => it.type === 'error')?.result
    if (thrown instanceof PageCodeError && (await browser.isReachable(request.url))) {
      // The server answers but the code is missing, so there is a newer build with other files: load the new document.
      if (request.signal.aborted) return results
      browser.leaveFor(request.url)
      return new Promise(() => {})
    }
    if (shown === null || request.signal.aborted) return results
    const failure = failureOf(thrown)
    if (shown.address === request.url) {
      return keepLoaded($failure, { problem: failure, shown, results })
    }
    // Back and forward buttons change the address before anything is loaded, so the current page cannot be kept.
    if (answers.has(failure.status) || browser.address() === request.url) return results
    await shown.stay()
    const retry = () => shown.open(request.url)
    $failure.set({ problem: failure, isReload: false, retry })
    return results
  }
}

/** Returns the failure that was thrown. Code that cannot be loaded counts as an unreachable server. */
function failureOf(thrown: unknown) {
  const isCode = thrown instanceof PageCodeError
  return isCode ? { status: 503, code: 'unreachable', detail: '' } : thrownFailure(thrown)
}

type Kept = {
  problem: ReturnType<typeof failureOf>
  shown: ShownPage
  results: LoadResults
}

function keepLoaded($failure: PageLoads['$failure'], { problem, shown, results }: Kept) {
  const kept: LoadResults = {}
  for (const [id, result] of Object.entries(results)) {
    const before = shown.loaded.get(id)
    kept[id] = result.type === 'error' && before ? { type: 'data', result: before } : result
  }
  // A part without earlier data cannot be kept, so its error page is shown.
  if (Object.values(kept).some(it => it.type === 'error')) return results
  $failure.set({ problem, isReload: true, retry: shown.reload })
  return kept
}
