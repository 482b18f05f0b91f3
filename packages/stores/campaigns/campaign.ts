import type { CampaignDocument } from '@mille/api/campaigns/endpoints.ts'
import type { Api, CallFailure, CallResult } from '@mille/api/client.ts'
import { parseAmount } from '@mille/money/amount.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { type CampaignView, viewCampaign } from './campaign-view.ts'

export type CampaignStores = ReturnType<typeof createCampaignStores>

type Work = 'funding' | 'pausing' | 'resuming' | 'archiving'

/** State of one campaign and its owner's actions, of which one runs at a time. */
export function createCampaignStores(api: Api, loaded: CampaignDocument) {
  const $campaign = atom(viewCampaign(loaded))
  const $work = atom<Work | null>(null)
  const $problem = atom<Problem | null>(null)
  const $fundingError = atom<Problem | null>(null)
  const $can = computed($campaign, allowedActions)

  async function run(
    work: Work,
    call: () => Promise<CallResult<unknown>>,
    onDone: () => void = () => {}
  ): Promise<CallFailure | null> {
    if ($work.get() !== null) return null
    $work.set(work)
    $problem.set(null)
    const result = await call()
    if (result.ok) {
      onDone()
      await reload()
    }
    $work.set(null)
    return result.ok ? null : result
  }

  async function reload() {
    const result = await api.campaigns.readCampaign({ id: $campaign.get().id })
    if (result.ok) $campaign.set(viewCampaign(result.value))
  }

  async function setState(work: Work, state: 'active' | 'paused') {
    const failure = await run(work, () =>
      api.campaigns.updateCampaign({ id: $campaign.get().id, state })
    )
    if (failure) $problem.set(firstProblem(failure))
  }

  return {
    $campaign,
    $work,
    $problem,
    $fundingError,
    $can,
    pause: () => setState('pausing', 'paused'),
    resume: () => setState('resuming', 'active'),

    /** Archives the campaign; unspent money returns to the account. */
    async archive() {
      const failure = await run('archiving', () =>
        api.campaigns.archiveCampaign({ id: $campaign.get().id })
      )
      if (failure) $problem.set(firstProblem(failure))
    },

    /**
     * Funds the campaign. `text` is an amount of the campaign's asset as typed. Returns true when the money has moved.
     */
    async fund(text: string): Promise<boolean> {
      const { id, asset } = $campaign.get()
      const units = parseAmount(text, asset === 'BTC' ? 'btc' : 'usd')
      if (units === null || units === 0n) {
        $fundingError.set({ code: 'amount_invalid', detail: '' })
        return false
      }
      $fundingError.set(null)
      const amount = units.toString()
      // The balance is updated at once, because the money has moved even if the campaign cannot be reloaded.
      const add = () => {
        const campaign = $campaign.get()
        $campaign.set({ ...campaign, balance: campaign.balance + units })
      }
      const failure = await run('funding', () => api.campaigns.fundCampaign({ id, amount }), add)
      if (failure) $fundingError.set(firstProblem(failure))
      return failure === null
    }
  }
}

function allowedActions({ state }: CampaignView) {
  return {
    pause: state === 'active',
    resume: state === 'paused',
    fund: state !== 'archived' && state !== 'rejected',
    // Archiving needs the views that were already shown to be charged first, so a running campaign must be paused
    // before.
    archive: state !== 'archived' && state !== 'active'
  }
}
