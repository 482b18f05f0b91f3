import type { Api } from '@mille/api/client.ts'
import type { PageAnalysis } from '@mille/api/page-analyses/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem, problemsOf } from '../shared/problems.ts'

export type PageAnalysisState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'success'; analysis: PageAnalysis['attributes'] }
  | { status: 'error'; problem: Problem; page_url: string | null }

/** State of the analysis of a page on which an ad unit is to be placed. */
export function createPageAnalysisStores(api: Pick<Api, 'pageAnalyses'>) {
  const $analysis = atom<PageAnalysisState>({ status: 'idle' })
  let running: AbortController | null = null

  return {
    $analysis,
    /** Analyzes a page. Returns null when that failed or was canceled; `$analysis` tells which. */
    async analyse(pageUrl: string): Promise<PageAnalysis['attributes'] | null> {
      running?.abort()
      const own = new AbortController()
      running = own
      $analysis.set({ status: 'loading' })
      try {
        const result = await api.pageAnalyses.analysePage(
          { page_url: pageUrl },
          { signal: own.signal }
        )
        if (running !== own) return null
        $analysis.set(
          result.ok
            ? { status: 'success', analysis: result.value.data.attributes }
            : {
                status: 'error',
                problem: firstProblem(result),
                // A problem with the address itself is shown at its field.
                page_url: problemsOf(result).fields.page_url ?? null
              }
        )
        return result.ok ? result.value.data.attributes : null
      } catch (error) {
        if (own.signal.aborted) return null
        throw error
      }
    },
    cancel() {
      running?.abort()
      running = null
      $analysis.set({ status: 'idle' })
    }
  }
}
