import { categories } from '@mille/api/reference-data/categories.ts'
import type { TrafficSite } from '@mille/api/traffic-selection/endpoints.ts'
import {
  createTrafficItemStores,
  type RatedUnit
} from '@mille/stores/traffic-selection/traffic-item.ts'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { sizeLabel } from '../ad-units/size-picture.tsx'
import { useApi } from '../page/app-context.tsx'
import { categoryLabels } from '../page/category-labels.ts'
import { Facts } from '../page/facts.tsx'
import { formatCount } from '../page/formats.ts'
import { languageName } from '../page/language-name.ts'
import layout from '../page/layout.module.css'
import { problemText } from '../page/messages.ts'
import { Choice, type TrafficSelectionStores } from './choice.tsx'
import { itemMessages as messages } from './item-messages.ts'
import { trafficSelectionMessages } from './messages.ts'
import { Price } from './price.tsx'
import { RatingDialog } from './rating-dialog.tsx'

export type TrafficItemDialogProps = {
  stores: TrafficSelectionStores
  site: TrafficSite
  onClose: () => void
}

/** The details of one site: its figures, and its units with their ratings and the choice for each. */
export function TrafficItemDialog({ stores, site, onClose }: TrafficItemDialogProps) {
  const api = useApi()
  const details = useMemo(() => createTrafficItemStores(api), [api])
  const state = useStore(details.$item)
  const { domain_name, language, avg_all_cpm, avg_all_impressions } = site.attributes
  useEffect(() => void details.load(site), [details, site])

  return (
    <Dialog isOpen onOpenChange={onClose} title={domain_name} size="large">
      <div className={layout.stack}>
        <div className={`${layout.row} ${layout.between}`}>
          <RatingDialog />
          <Choice stores={stores} type="site" item={{ id: site.id, name: domain_name }} />
        </div>
        <Facts
          facts={[
            [messages.impressions, formatCount(avg_all_impressions)],
            [
              messages.cpm,
              avg_all_cpm === null ? messages.noPrice : <Price key="cpm" units={avg_all_cpm} />
            ],
            [messages.language, languageName(language)],
            [messages.categories, categoryNames(site)]
          ]}
        />
        <Table
          caption={messages.units}
          columns={columnsFor(stores, domain_name)}
          rows={state.status === 'loaded' ? state.units : []}
          rowKey={({ unit }) => unit.id}
          isLoading={state.status === 'loading'}
          skeletonRows={site.attributes.ad_units_count}
          empty={state.status === 'error' ? problemText(state.problem) : messages.none}
        />
      </div>
    </Dialog>
  )
}

function columnsFor(stores: TrafficSelectionStores, domainName: string): TableColumn<RatedUnit>[] {
  return [
    {
      id: 'unit',
      header: messages.size,
      isRowHeader: true,
      render: ({ unit }) => `${sizeLabel(unit.attributes.size)} (${unit.id})`
    },
    {
      id: 'impressions',
      header: messages.impressions,
      align: 'end',
      render: ({ unit }) => formatCount(unit.attributes.avg_all_impressions)
    },
    {
      id: 'rating',
      header: messages.rating,
      align: 'end',
      render: ({ rating }) => rating?.rating.toFixed(2) ?? '–'
    },
    {
      id: 'choice',
      header: trafficSelectionMessages.columns.choice,
      isHeaderHidden: true,
      align: 'end',
      render: ({ unit }) => (
        <Choice stores={stores} type="ad_unit" item={{ id: unit.id, name: domainName }} />
      )
    }
  ]
}

function categoryNames({ relationships }: TrafficSite): string {
  const names = relationships.categories.data.map(({ id }) => {
    const name = categories.find(it => String(it.id) === id)?.name ?? id
    return categoryLabels[name] ?? name
  })
  return names.join(', ') || '–'
}
