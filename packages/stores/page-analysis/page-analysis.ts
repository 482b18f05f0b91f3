import type { Api } from '@mille/api/client.ts'
import type { PageAnalysis } from '@mille/api/page-analyses/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem, problemsOf } from '../shared/problems.ts'

export type PageAnalysisState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'success'; analysis: PageAnalysis['attributes'] }
  | { status: 'error'; problem: Problem; page_url: string | null }

/** What the network finds on a page before an ad unit is put there. */
export function createPageAnalysisStores(api: Pick<Api, 'pageAnalyses'>) {
  const $analysis = atom<PageAnalysisState>({ status: 'idle' })
  let running: AbortController | null = null

  return {
    $analysis,
    /** Null when it failed or was canceled; `$analysis` says which. */
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
                // What is wrong with the address itself belongs to its field.
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
