import type { TrafficSite } from '@mille/api/traffic-selection/endpoints.ts'
import { createTrafficChoicesStores } from '@mille/stores/traffic-selection/traffic-choices.ts'
import { createTrafficSelectionStores } from '@mille/stores/traffic-selection/traffic-selection.ts'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { afterPaint } from '@mille/ui/shared/after-paint.ts'
import { later, useLater } from '@mille/ui/shared/later.ts'
import { Tabs } from '@mille/ui/tabs/tabs.tsx'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { fieldText } from '../page/messages.ts'
import { trafficSelectionMessages as messages } from '../traffic-selection/messages.ts'
import { SiteSearch } from '../traffic-selection/site-search.tsx'
import { TrafficCategories, TrafficPacks } from '../traffic-selection/traffic-categories.tsx'
import { TrafficLists } from '../traffic-selection/traffic-lists.tsx'
import { TrafficTable } from '../traffic-selection/traffic-table.tsx'
import { HoursCard } from './hours-card.tsx'
import { KeywordsCard } from './keywords-card.tsx'
import { campaignWizardMessages } from './messages.ts'
import { SiteShareField } from './site-share-field.tsx'
import type { StepProps } from './step-props.ts'
import { VisitorsCard } from './visitors-card.tsx'

type Tab = keyof typeof messages.tabs

// Loaded separately, because the wizard's code is already as large as the size budget of a page allows.
const RatingDialog = lazyPart(
  async () => (await import('../traffic-selection/rating-dialog.tsx')).RatingDialog
)

/** The dialog is loaded when the user opens the details of a site. */
const itemDialog = later(
  async () => (await import('../traffic-selection/traffic-item-dialog.tsx')).TrafficItemDialog
)

/** The step that chooses who sees the campaign, where it runs, and where not. */
export function TrafficStep(props: StepProps) {
  const {
    stores: { $draft, change },
    problems
  } = props
  const api = useApi()
  const [stores] = useState(() =>
    createTrafficSelectionStores(api, { initial: $draft.get().traffic })
  )
  const choices = useMemo(() => createTrafficChoicesStores(api), [api])
  const [tab, setTab] = useState<Tab>('table')
  const [site, setSite] = useState<TrafficSite | null>(null)
  const TrafficItemDialog = useLater(itemDialog, site !== null)

  useEffect(() => {
    void stores.load()
    void choices.load()
    // The draft is saved after the selection is painted, because saving a thousand items takes longer than showing one.
    const keep = () => change({ traffic: stores.$traffic.get() })
    let cancel = () => {}
    const stop = stores.$traffic.listen(() => {
      cancel()
      cancel = afterPaint(keep)
    })
    return () => {
      stop()
      cancel()
      keep()
      stores.stop()
    }
  }, [stores, choices, change])

  const tabs = [
    { id: 'table' as const, content: <TrafficTable stores={stores} onDetails={setSite} /> },
    { id: 'search' as const, content: <SiteSearch stores={stores} onDetails={setSite} /> },
    {
      id: 'categories' as const,
      content: <TrafficCategories stores={stores} choices={choices} />
    },
    { id: 'packs' as const, content: <TrafficPacks stores={stores} choices={choices} /> }
  ]
  return (
    <>
      <div className={layout.tight}>
        <p>{messages.intro}</p>
        <div className={layout.controlLine}>
          <Suspense fallback={null}>
            <RatingDialog />
          </Suspense>
        </div>
      </div>
      <VisitorsCard {...props} />
      <KeywordsCard {...props} />
      <HoursCard {...props} />
      <SiteShareField {...props} />
      <SelectionErrors problems={problems} />
      <TrafficLists stores={stores} />
      <Tabs
        label={campaignWizardMessages.steps.traffic}
        value={tab}
        onChange={setTab}
        tabs={tabs.map(it => ({ ...it, label: messages.tabs[it.id] }))}
      />
      {site && TrafficItemDialog && (
        <TrafficItemDialog stores={stores} site={site} onClose={() => setSite(null)} />
      )}
    </>
  )
}

function SelectionErrors({ problems }: Pick<StepProps, 'problems'>) {
  const { fields } = campaignWizardMessages
  return Object.entries(problems)
    .filter(([name]) => /^(selected|blocked)_/.test(name))
    .map(([name, message]) => (
      <Notice key={name} tone="alarm">
        {fieldText(fields[name as keyof typeof fields] ?? name, message)}
      </Notice>
    ))
}
