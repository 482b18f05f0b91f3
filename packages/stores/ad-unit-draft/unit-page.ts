import type { Api } from '@mille/api/client.ts'
import { createPageAnalysisStores } from '../page-analysis/page-analysis.ts'
import { completeWebAddress } from '../shared/web-address.ts'
import { createAdUnitDraftStores } from './ad-unit-draft.ts'

/** State of a new ad unit, together with the analysis of its page. */
export function createUnitPageStores(api: Api) {
  const draftStores = createAdUnitDraftStores(api)
  const analysis = createPageAnalysisStores(api)
  const { $draft, suggest } = draftStores

  /** Whether the page in the draft was not analyzed yet, or was refused. */
  function isUnread(): boolean {
    const { analysed, page_url } = $draft.get()
    return analysed !== page_url
  }

  /** Analyzes the page in the draft, and suggests what is found there. */
  async function lookAtPage(): Promise<void> {
    const page = $draft.get().page_url
    const found = await analysis.analyse(completeWebAddress(page))
    const now = analysis.$analysis.get()
    const isRefused = now.status === 'error' && now.page_url !== null
    if ($draft.get().page_url === page && !isRefused) suggest(page, found)
  }

  return { draftStores, analysis, isUnread, lookAtPage }
}
