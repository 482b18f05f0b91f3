import {
  type CampaignDraftStores,
  createCampaignDraftStores
} from '@mille/stores/campaign-draft/campaign-draft.ts'
import { createCampaignWizardStores } from '@mille/stores/campaign-wizard/campaign-wizard.ts'
import {
  readTrafficSource,
  type TrafficSource
} from '@mille/stores/campaign-wizard/traffic-source.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { useStore } from '@nanostores/react'
import { Suspense, useEffect, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useApi, useStores } from '../page/app-context.tsx'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { loadSizes } from '../page/loads/offered.ts'
import { commonMessages } from '../page/messages.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { startMessages } from '../traffic-selection/start-messages.ts'
import type { Route } from './+types/new-campaign-page.ts'
import { CampaignWizard } from './campaign-wizard.tsx'
import { campaignWizardMessages as messages } from './messages.ts'

export const loader = loadSizes
export const clientLoader = loadSizes
/** The wizard's steps are addresses of one page, so a change of step loads no data. */
export const shouldRevalidate = () => false
export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.title, messages.description)

const AffiliateNotice = lazyPart(
  async () => (await import('./affiliate-notice.tsx')).AffiliateNotice
)

const CopiedVariantsNotice = lazyPart(
  async () => (await import('./copied-variants-notice.tsx')).CopiedVariantsNotice
)

const createStores = (api: Parameters<typeof createCampaignDraftStores>[0]) =>
  createCampaignDraftStores(api)

export default function NewCampaignPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createStores, undefined)
  const navigate = useNavigate()
  return (
    <CampaignWizard
      stores={stores}
      title={messages.title}
      path="/campaigns/new/"
      submitLabel={messages.submit}
      sizes={loaderData}
      onSaved={id => void navigate(`/campaigns/${id}/money?created=1`)}
    >
      <Beginning stores={stores} />
    </CampaignWizard>
  )
}

/** Applies the traffic that the link names to the draft, once, and reports the result. */
function Beginning({ stores }: { stores: CampaignDraftStores }) {
  const api = useApi()
  const [search] = useSearchParams()
  const query = search.toString()
  const source = useMemo(() => readTrafficSource(new URLSearchParams(query)), [query])
  const wizard = useMemo(() => createCampaignWizardStores(api, source), [api, source])
  const state = useStore(wizard.$wizard)
  const key = keyOf(source)

  useEffect(() => {
    if (key === '' || stores.$draft.get().source === key) return
    void wizard.initialize()
    return wizard.$wizard.listen(next => {
      if (next.status === 'loaded') stores.change({ traffic: next.traffic, source: key })
    })
  }, [wizard, stores, key])

  const isCopy = useStore(stores.$draft).copy_variants_of !== ''
  const hasPartner = search.has('partner')
  const restarted =
    state.status === 'loaded' && state.restarted && source.type !== 'all-categories'
      ? startMessages.restarted[source.type]
      : null
  const isAffiliate = hasPartner && (key === '' || restarted !== null)
  const isAsked = key !== '' && stores.$draft.get().source !== key
  return (
    <>
      {state.status === 'loading' && isAsked && <Progress label={startMessages.starting} />}
      {state.status === 'error' && (
        <Notice
          tone="warning"
          isLive
          action={
            <Button size="small" onClick={() => void wizard.initialize()}>
              {commonMessages.retry}
            </Button>
          }
        >
          {startMessages.notStarted}
        </Notice>
      )}
      {restarted !== null && !hasPartner && <Notice isLive>{restarted}</Notice>}
      {isCopy && (
        <Suspense fallback={null}>
          <CopiedVariantsNotice stores={stores} />
        </Suspense>
      )}
      {isAffiliate && (
        <Suspense fallback={null}>
          <AffiliateNotice stores={stores} restarted={restarted} />
        </Suspense>
      )}
    </>
  )
}

/** Returns a key of the traffic source. The key is empty for all categories. */
function keyOf(source: TrafficSource): string {
  return source.type === 'all-categories' ? '' : `${source.type} ${source.ids.join(' ')}`
}
