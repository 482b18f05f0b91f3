import { thrownFailure } from './answer.ts'
import { PageCodeError } from './page-code.ts'
import type { LoadResults, PageLoads, ShownPage } from './page-loads.ts'

/** What of the browser is needed. */
export type LoadsBrowser = {
  /** What its address bar shows, without the hash. */
  address: () => string
  /** Whether the server would send this page whole. */
  isReachable: (address: string) => Promise<boolean>
  /** Loads a page whole, without anything of this one. */
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

/** These say something about the page, and so are shown in its place. Anything else may be over in a moment. */
const answers = new Set([401, 403, 404, 410])

/**
 * What follows when a page cannot be loaded from within the application. The person stays where they are, with all that
 * they typed and were shown, and sees the reason; only an answer about the requested page takes its place.
 */
export function createSettleFailure(browser: LoadsBrowser) {
  return async (
    $failure: PageLoads['$failure'],
    shown: ShownPage | null,
    request: Request,
    results: LoadResults
  ): Promise<LoadResults> => {
    const all = Object.values(results)
    // A redirect is a thrown answer too.
    if (request.signal.aborted || all.some(it => it.result instanceof Response)) return results
    const thrown = all.find(it => it.type === 'error')?.result
    if (thrown instanceof PageCodeError && (await browser.isReachable(request.url))) {
      // The server has a newer build, whose pages are other files.
      if (request.signal.aborted) return results
      browser.leaveFor(request.url)
      return new Promise(() => {})
    }
    if (shown === null || request.signal.aborted) return results
    const failure = failureOf(thrown)
    if (shown.address === request.url) {
      return keepLoaded($failure, { problem: failure, shown, results })
    }
    // Going back and forth has changed the address before anything was loaded.
    if (answers.has(failure.status) || browser.address() === request.url) return results
    await shown.stay()
    const retry = () => shown.open(request.url)
    $failure.set({ problem: failure, isReload: false, retry })
    return results
  }
}

/** Code that cannot be had from a server that does not answer says nothing else. */
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
  // Nothing was there before where an error page is shown.
  if (Object.values(kept).some(it => it.type === 'error')) return results
  $failure.set({ problem, isReload: true, retry: shown.reload })
  return kept
}
