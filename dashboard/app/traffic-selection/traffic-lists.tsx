import {
  type SelectedTraffic,
  type TargetItem,
  type TargetType,
  targetTypes
} from '@mille/stores/traffic-selection/selection-rules.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { IconButton } from '@mille/ui/icon-button/icon-button.tsx'
import { useStore } from '@nanostores/react'
import { memo, useState } from 'react'
import { categoryLabels } from '../page/category-labels.ts'
import layout from '../page/layout.module.css'
import type { TrafficSelectionStores } from './choice.tsx'
import { trafficSelectionMessages as messages } from './messages.ts'
import styles from './traffic.module.css'

type Listed = TargetItem & { type: TargetType }
type StoresProps = { stores: TrafficSelectionStores }

/**
 * Number of items shown at first. The rest of a list is rendered on request, so that a selection of a thousand sites
 * stays fast to change.
 */
const shownAtFirst = 20

const names = {
  site: ['selectedSites', 'blockedSites'],
  ad_unit: ['selectedAdUnits', 'blockedAdUnits'],
  category: ['selectedCategories', 'blockedCategories']
} as const satisfies Record<TargetType, readonly (keyof SelectedTraffic)[]>

/** The selected and blocked traffic, with buttons that remove it. */
export const TrafficLists = memo(function TrafficLists({ stores }: StoresProps) {
  const traffic = useStore(stores.$traffic)
  const hasSelection = useStore(stores.$hasSelection)
  const [selected, blocked] = listsOf(traffic)
  const isEmpty = selected.length + blocked.length === 0
  return (
    <Card
      title={messages.listsTitle}
      actions={
        !isEmpty && (
          <Button size="small" variant="quiet" onClick={() => stores.reset()}>
            {messages.clear}
          </Button>
        )
      }
    >
      <div className={layout.stack}>
        <Chips
          title={messages.runsOn}
          empty={hasSelection ? null : messages.everywhere}
          items={selected}
          stores={stores}
        />
        <Chips title={messages.neverOn} empty={messages.nothing} items={blocked} stores={stores} />
      </div>
    </Card>
  )
})

type ChipsProps = {
  title: string
  /** The text that explains an empty list. */
  empty: string | null
  items: readonly Listed[]
} & StoresProps

function Chips({ title, empty, items, stores }: ChipsProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, shownAtFirst)
  const rest = items.length - shown.length
  return (
    <div className={layout.tight}>
      <h3>
        {title}
        {items.length > 0 && ` (${items.length})`}
      </h3>
      {empty !== null && items.length === 0 && <p className={layout.soft}>{empty}</p>}
      <ul className={styles.chips} aria-label={title}>
        {shown.map(item => (
          <Chip key={`${item.type} ${item.id}`} {...item} stores={stores} />
        ))}
      </ul>
      {rest > 0 && (
        <Button size="small" variant="quiet" onClick={() => setIsWhole(true)}>
          {messages.more(rest)}
        </Button>
      )}
    </div>
  )
}

/** Memoized, so that a change of one item does not render the others. */
const Chip = memo(function Chip({ type, id, name, stores }: Listed & StoresProps) {
  const shown = targetName({ type, id, name })
  return (
    <li className={styles.chip}>
      {shown}
      <IconButton
        icon="close"
        size="small"
        label={`${messages.remove} ${shown}`}
        onClick={() => stores.remove(type, id)}
      />
    </li>
  )
})

export function listsOf(traffic: SelectedTraffic): [selected: Listed[], blocked: Listed[]] {
  const list = (place: 0 | 1) =>
    targetTypes.flatMap(type => traffic[names[type][place]].map(item => ({ ...item, type })))
  return [list(0), list(1)]
}

/** Returns the name of a source: the label of a category, or the site and number of an ad unit. */
export function targetName({ type, id, name }: Listed): string {
  if (type === 'category') return categoryLabels[name] ?? name
  if (type === 'site') return name
  return name.includes(',') || name.startsWith('Unit') ? name : messages.unitName(name, id)
}
