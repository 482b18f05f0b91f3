import type { AdToApprove, AdUnit } from '@mille/api/ad-units/endpoints.ts'
import {
  type AdDecision,
  type ApprovalPlace,
  type ApprovalStores,
  createApprovalStores,
  filterOf
} from '@mille/stores/ad-units/approvals.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { RestOfList } from '../page/navigation/rest-of-list.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { QueueItem } from '../page/queue/queue-item.tsx'
import { useQueueKeys } from '../page/queue/use-queue-keys.ts'
import type { Route } from './+types/approval-page.ts'
import { AdToApproveCard } from './ad-to-approve-card.tsx'
import { approvalMessages as messages } from './approval-messages.ts'
import { ApprovalNav } from './approval-nav.tsx'
import { blockPlaces, scopeOf } from './block-places.ts'
import { blockingMessages } from './blocking-messages.ts'
import { loadPlaces, maxPlaces } from './load-places.ts'
import { OnlyApprovedCard } from './only-approved-card.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const asked = placeIn(new URL(args.request.url).searchParams)
  const [ads, switches, { sites, units }] = await Promise.all([
    api.adUnits.listAdsToApprove(filterOf(asked)),
    api.adUnits.listApprovalRules({ 'filter[kind]': 'only_approved', 'page[limit]': maxPlaces }),
    loadPlaces(args)
  ])
  return {
    ads: answerOf(ads, args),
    switches: answerOf(switches, args).data,
    place: withSite(asked, units),
    sites,
    units
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function ApprovalPage({ loaderData }: Route.ComponentProps) {
  const { place, sites, units } = loaderData
  const stores = useStores(createApprovalStores, loaderData)
  const navigate = useNavigate()
  const undoProblem = useStore(stores.$undoProblem)
  useQueueKeys()

  function show(value: string) {
    void navigate(`?${searchOf(value)}`, { preventScrollReset: true })
  }

  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={<Button href="/ad-units/blocking/">{blockingMessages.title}</Button>}
      />
      <ApprovalNav />
      <OnlyApprovedCard
        stores={stores}
        places={blockPlaces(sites, units)}
        place={place.kind === 'all' ? 'all' : `${place.kind} ${place.id}`}
        onPlace={show}
      />
      <ProblemNotice problem={undoProblem} />
      <Queue stores={stores} units={units} />
    </div>
  )
}

function Queue({ stores, units }: { stores: ApprovalStores; units: readonly AdUnit[] }) {
  const ads = useStore(stores.$items)
  const records = useStore(stores.$records)
  const waiting = useStore(stores.$waiting)
  const list = useRef<HTMLElement>(null)
  const decide = useDecisions(stores, () => list.current?.focus())
  return (
    <section ref={list} tabIndex={-1} className={layout.stack} aria-label={messages.waiting}>
      {ads.length > 0 && (
        <div className={layout.tight}>
          <h2>{messages.waitingCount(records)}</h2>
          <p className={layout.soft}>{messages.keys}</p>
        </div>
      )}
      {ads.map(ad => (
        <QueueItem key={ad.id}>
          <AdToApproveCard
            ad={ad}
            units={units}
            isDeciding={waiting[ad.id]?.isDeciding ?? false}
            problem={waiting[ad.id]?.problem ?? null}
            onDecide={decision => void decide(ad, decision)}
          />
        </QueueItem>
      ))}
      {ads.length === 0 && (
        <EmptyState icon="success" title={messages.emptyTitle}>
          {messages.emptyText}
        </EmptyState>
      )}
      <RestOfList list={stores} />
    </section>
  )
}

/** Shows what was decided and offers to undo it. */
function useDecisions(stores: ApprovalStores, focusList: () => void) {
  const toast = useToast()
  return async (ad: AdToApprove, decision: AdDecision) => {
    const decided = await stores.decide(ad, decision)
    if (!decided) return
    // If the decided ad was the last one, no button is left that could take the focus.
    if (stores.$items.get().length === 0) focusList()
    toast.show({
      title: messages.decided[decision],
      action: { label: messages.undo, onSelect: () => void stores.undo(decided) }
    })
  }
}

function placeIn(search: URLSearchParams): ApprovalPlace {
  const idOf = (name: string) => /^[1-9]\d{0,8}$/.exec(search.get(name) ?? '')?.[0]
  const unit = idOf('ad_unit_id')
  if (unit !== undefined) return { kind: 'unit', id: unit, siteId: null }
  const site = idOf('site_id')
  return site === undefined ? { kind: 'all' } : { kind: 'site', id: site }
}

function withSite(place: ApprovalPlace, units: readonly AdUnit[]): ApprovalPlace {
  if (place.kind !== 'unit') return place
  const unit = units.find(it => it.id === place.id)
  return { ...place, siteId: unit?.relationships.site.data?.id ?? null }
}

/** Returns the address's query for a place, with the same parameter names as in the API calls. */
function searchOf(place: string): string {
  const scope = Object.entries(scopeOf(place)).map(([name, id]) => [name, String(id)])
  return new URLSearchParams(scope).toString()
}
