import type { TargetItem, TargetType } from '@mille/stores/traffic-selection/selection-rules.ts'
import type { createTrafficSelectionStores } from '@mille/stores/traffic-selection/traffic-selection.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { useSyncExternalStore } from 'react'
import layout from '../page/layout.module.css'
import { trafficSelectionMessages as messages } from './messages.ts'

export type TrafficSelectionStores = ReturnType<typeof createTrafficSelectionStores>

export type ChoiceProps = {
  stores: TrafficSelectionStores
  type: TargetType
  item: TargetItem
  /** Whether the source can only be blocked, not selected. */
  isBlockOnly?: boolean
}

/** Buttons that select or block one source. A second press undoes the choice. Only the changed source renders again. */
export function Choice({ stores, type, item, isBlockOnly }: ChoiceProps) {
  const read = () => stores.stateOf(type, item.id)
  const state = useSyncExternalStore(stores.$traffic.listen, read, read)
  return (
    <span className={layout.buttons}>
      {(!isBlockOnly || state === 'selected') && (
        <Button
          size="small"
          icon={state === 'selected' ? 'check' : undefined}
          aria-pressed={state === 'selected'}
          onClick={() =>
            state === 'selected' ? stores.remove(type, item.id) : stores.select(type, item)
          }
        >
          {state === 'selected' ? messages.selected : messages.select}
          <VisuallyHidden> {item.name}</VisuallyHidden>
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        icon={state === 'blocked' ? 'close' : undefined}
        aria-pressed={state === 'blocked'}
        onClick={() =>
          state === 'blocked' ? stores.remove(type, item.id) : stores.block(type, item)
        }
      >
        {state === 'blocked' ? messages.blocked : messages.block}
        <VisuallyHidden> {item.name}</VisuallyHidden>
      </Button>
    </span>
  )
}
