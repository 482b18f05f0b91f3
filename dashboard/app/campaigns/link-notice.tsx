import { fillMacros, sampleValues } from '@mille/api/campaigns/link-macros.ts'
import type { Api } from '@mille/api/client.ts'
import { createPageAnalysisStores } from '@mille/stores/page-analysis/page-analysis.ts'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useStores } from '../page/app-context.tsx'
import { campaignWizardMessages as messages } from './messages.ts'

const createAnalysis = (api: Api) => createPageAnalysisStores(api)

/**
 * Warns if the page that the ad links to does not answer. This is not an error, because the page may be published
 * later.
 */
export function LinkNotice({ address }: { address: string }) {
  const { $analysis, analyse, cancel } = useStores(createAnalysis, undefined)
  const state = useStore($analysis)
  useEffect(() => {
    void analyse(fillMacros(address, sampleValues))
    return cancel
  }, [analyse, cancel, address])
  if (state.status !== 'success' || state.analysis.reachable) return null
  return (
    <Notice tone="warning" isLive>
      {state.analysis.page_url} {state.analysis.problem}. {messages.linkSilent}
    </Notice>
  )
}
