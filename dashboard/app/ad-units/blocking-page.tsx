import type { BlockRule } from '@mille/api/ad-units/endpoints.ts'
import {
  type BlockRulesStores,
  createBlockRulesStores,
  sameRule
} from '@mille/stores/ad-units/block-rules.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { Suspense, useRef, useState } from 'react'
import { Form } from 'react-router'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { RestOfList } from '../page/navigation/rest-of-list.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/blocking-page.ts'
import type { BlockDialogProps } from './block-dialog.tsx'
import { blockPlaces } from './block-places.ts'
import { BlockRulesTable } from './block-rules-table.tsx'
import { blockingMessages as messages } from './blocking-messages.ts'
import { loadPlaces } from './load-places.ts'
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
  const rules = useStore(stores.$items)
  const places = blockPlaces(loaderData.sites, loaderData.units)
  const list = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<BlockDialogProps['what'] | null>(null)
  const sayBlocked = useSayBlocked(stores)
  const remove = useRemove(stores, () => list.current?.focus())
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
      {(query !== '' || rules.length > 0) && (
        <Form method="get" className={layout.form} role="search">
          <TextField
            label={messages.searchLabel}
            help={messages.searchHelp}
            name="query"
            type="search"
            defaultValue={query}
          />
          <div>
            <Button type="submit" icon="search">
              {messages.search}
            </Button>
          </div>
        </Form>
      )}
      {/* When a row is removed, its button is gone too, so the focus moves to the list. */}
      <section ref={list} tabIndex={-1} aria-label={messages.title}>
        <BlockRulesTable
          stores={stores}
          places={places}
          isSearch={query !== ''}
          onRemove={rule => void remove(rule)}
        />
      </section>
      <RestOfList list={stores} />
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

/** Returns a function that removes a rule and offers to undo it. */
function useRemove(stores: BlockRulesStores, focusList: () => void) {
  const toast = useToast()

  return async (rule: BlockRule) => {
    if (!(await stores.remove(rule))) return
    focusList()
    toast.show({
      title: messages.removed,
      action: { label: messages.undo, onSelect: () => void stores.block(sameRule(rule)) }
    })
  }
}
