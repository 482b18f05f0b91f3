import type { Api } from '@mille/api/client.ts'
import { createCampaignDraftStores } from '@mille/stores/campaign-draft/campaign-draft.ts'
import {
  draftOfCampaign,
  type EditedCampaign,
  loadTraffic
} from '@mille/stores/campaign-draft/edited-campaign.ts'
import { viewCampaign } from '@mille/stores/campaigns/campaign-view.ts'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { data as routeData, type ShouldRevalidateFunctionArgs, useNavigate } from 'react-router'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { loadSizes } from '../page/loads/offered.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/edit-campaign-page.ts'
import { CampaignWizard } from './campaign-wizard.tsx'
import { campaignWizardMessages as messages } from './messages.ts'

async function load(args: LoadArgs<{ id: string }>) {
  const { api } = args.context.get(pageContext)
  const document = answerOf(await api.campaigns.readCampaign({ id: args.params.id }), args)
  const campaign = viewCampaign(document)
  // An archived campaign has ended, so it cannot be edited.
  if (campaign.state === 'archived') throw routeData(null, { status: 404 })
  const traffic = await loadTraffic(api, document.data.attributes)
  const edited: EditedCampaign = {
    id: campaign.id,
    paymentModelId: campaign.payment?.id ?? campaign.id,
    draft: draftOfCampaign(campaign, traffic)
  }
  return { edited, sizes: await loadSizes(args) }
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData, matches }: TitleArgs<Route.MetaArgs['loaderData']>) =>
  pageTitle(matches, loaderData ? titleOf(loaderData.edited) : messages.editTitle)

/** The wizard's steps are addresses of one page, so a change of step keeps the typed text and its problems. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams.id !== nextParams.id
}

const titleOf = ({ draft: { name, link_text } }: EditedCampaign) =>
  messages.editTitleOf(name || link_text)

const createStores = (api: Api, edited: EditedCampaign) => createCampaignDraftStores(api, edited)

export default function EditCampaignPage({ loaderData }: Route.ComponentProps) {
  const { edited, sizes } = loaderData
  const stores = useStores(createStores, edited)
  const navigate = useNavigate()
  const toast = useToast()
  return (
    <CampaignWizard
      stores={stores}
      title={titleOf(edited)}
      path={`/campaigns/${edited.id}/edit`}
      submitLabel={messages.save}
      sizes={sizes}
      campaignId={edited.id}
      onSaved={id => {
        toast.show({ title: messages.saved })
        void navigate(`/campaigns/${id}/creative`)
      }}
    >
      <p className={layout.soft}>{messages.editText}</p>
    </CampaignWizard>
  )
}
