import { createApi } from '@mille/api/client.ts'
import { createCampaignDraftStores } from '@mille/stores/campaign-draft/campaign-draft.ts'
import { createPageProposalStores } from '@mille/stores/campaign-draft/page-proposal.ts'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { expect, userEvent, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { campaignWizardMessages } from './messages.ts'
import { QuickLinkField } from './quick-link-field.tsx'
import { quickCampaignMessages as messages } from './quick-messages.ts'

/** A field whose page never answers. */
function Waiting() {
  const [stores] = useState(() => {
    const api = createApi({ transport: () => new Promise<Response>(() => {}) })
    const campaign = createCampaignDraftStores(api)
    return { campaign, proposal: createPageProposalStores(api, campaign) }
  })
  const draft = useStore(stores.campaign.$draft)
  const { change } = stores.campaign
  return <QuickLinkField {...{ draft, change }} proposal={stores.proposal} error={undefined} />
}

const meta = preview.meta({ title: 'Campaigns/Quick link field', component: Waiting })

/** Changing the link ends the reading of the previous address. */
export const Reading = meta.story({
  async play({ canvas }) {
    const { fields, linkHelp } = campaignWizardMessages
    const field = canvas.getByRole('textbox', { name: fields.creative_link })
    await userEvent.type(field, 'bread.example{Tab}')
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent(messages.reading))
    await userEvent.type(field, '/a')
    await expect(canvas.getByRole('status')).toHaveTextContent('')
    await expect(canvas.getByText(linkHelp)).toBeVisible()
    await userEvent.tab()
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent(messages.reading))
  }
})
