import type { BlockRule } from '@mille/api/ad-units/endpoints.ts'
import { createBlockRulesStores, sameRule } from '@mille/stores/ad-units/block-rules.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import type { TableColumn } from '@mille/ui/table/table.tsx'
import { useStore } from '@nanostores/react'
import { Suspense, useState } from 'react'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/blocking-page.ts'
import type { BlockDialogProps } from './block-dialog.tsx'
import { blockPlaces } from './block-places.ts'
import { blockingMessages as messages } from './blocking-messages.ts'
import { loadPlaces } from './load-places.ts'
import { RulesList } from './rules-list.tsx'
import { ShownAdsCard } from './shown-ads-card.tsx'
import { useSayBlocked } from './use-say-blocked.ts'

const BlockDialog = lazyPart(async () => (await import('./block-dialog.tsx')).BlockDialog)

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const query = (new URL(args.request.url).searchParams.get('query') ?? '').slice(0, 100)
  const [list, ads, places] = await Promise.all([
    api.adUnits.listBlockRules({ 'filter[query]': query }),
    api.statistics.listShownAds({}),
    loadPlaces(args)
  ])
  return {
    list: answerOf(list, args),
    query,
    ads: answerOf(ads, args).data,
    ...places
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function BlockingPage({ loaderData }: Route.ComponentProps) {
  const { ads, query } = loaderData
  const stores = useStores(createBlockRulesStores, loaderData)
  const places = blockPlaces(loaderData.sites, loaderData.units)
  const [asked, setAsked] = useState<BlockDialogProps['what'] | null>(null)
  const sayBlocked = useSayBlocked(stores)
  const actions = (
    <>
      <Button icon="plus" onClick={() => setAsked('categories')}>
        {messages.blockCategories}
      </Button>
      <Button icon="plus" variant="primary" onClick={() => setAsked('domains')}>
        {messages.blockDomains}
      </Button>
    </>
  )
  return (
    <div className={layout.stack}>
      <PageHeader title={messages.title} description={messages.description} actions={actions} />
      <RulesList
        {...{ stores, query, places, messages }}
        problem={useStore(stores.$removeProblem)}
        more={noteColumns}
        onRemove={stores.remove}
        onUndo={rule => void stores.block(sameRule(rule))}
      />
      <ShownAdsCard ads={ads} onBlock={setAsked} />
      {asked && (
        <Suspense fallback={null}>
          <BlockDialog
            stores={stores}
            what={asked}
            places={places}
            onClose={() => setAsked(null)}
            onBlocked={sayBlocked}
          />
        </Suspense>
      )}
    </div>
  )
}

const noteColumns: TableColumn<BlockRule>[] = [
  {
    id: 'note',
    header: messages.columns.note,
    render: ({ attributes: { note } }) => note !== null && <bdi>{note}</bdi>
  }
]
