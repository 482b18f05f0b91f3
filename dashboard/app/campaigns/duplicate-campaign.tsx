import { createCampaignDraftStores } from '@mille/stores/campaign-draft/campaign-draft.ts'
import { draftOfCampaign, loadTraffic } from '@mille/stores/campaign-draft/edited-campaign.ts'
import type { CampaignStores } from '@mille/stores/campaigns/campaign.ts'
import { firstProblem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from '../page/app-context.tsx'
import { problemText } from '../page/messages.ts'
import { campaignDetailMessages as messages } from './campaign-messages.ts'
import { copyTitle } from './copy-title.ts'

/**
 * Starts a new campaign that copies everything, with all variants, except the dates and the coupon, which can be used
 * by one campaign only.
 */
export function DuplicateCampaign({ stores }: { stores: CampaignStores }) {
  const api = useApi()
  const campaign = useStore(stores.$campaign)
  const [isCopying, setIsCopying] = useState(false)
  const navigate = useNavigate()
  const toast = useToast()

  async function duplicate() {
    setIsCopying(true)
    const [traffic, variants] = await Promise.all([
      loadTraffic(api, campaign.selection),
      api.campaigns.listVariants({ id: campaign.id })
    ])
    if (!variants.ok) {
      // Without knowing the variants, a copy would lose them silently.
      setIsCopying(false)
      toast.show({ title: problemText(firstProblem(variants)), tone: 'alarm' })
      return
    }
    const copy = createCampaignDraftStores(api)
    const stop = copy.restore(localStorage)
    const name = copyTitle(campaign)
    const { data, meta } = variants.value
    const own = {
      ...{ name, coupon_code: '', starts_at: '', ends_at: '', hours_zone: '' },
      copy_variants_of: data.length > 1 || meta.variant_choice !== 'weights' ? campaign.id : ''
    }
    copy.change({ ...draftOfCampaign(campaign, traffic), ...own })
    stop()
    setIsCopying(false)
    void navigate('/campaigns/new/')
  }

  return (
    <Button variant="quiet" icon="copy" isLoading={isCopying} onClick={() => void duplicate()}>
      {messages.duplicate}
    </Button>
  )
}
