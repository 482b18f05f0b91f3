import type { createTrafficChoicesStores } from '@mille/stores/traffic-selection/traffic-choices.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { categoryLabels } from '../page/category-labels.ts'
import { formatCount } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { commonMessages, problemText } from '../page/messages.ts'
import { Choice, type TrafficSelectionStores } from './choice.tsx'
import { trafficSelectionMessages as messages } from './messages.ts'
import styles from './traffic.module.css'

export type ChoicesProps = {
  stores: TrafficSelectionStores
  choices: ReturnType<typeof createTrafficChoicesStores>
}

export function TrafficCategories({ stores, choices }: ChoicesProps) {
  const state = useStore(choices.$choices)
  if (state.status !== 'loaded') return <Waiting choices={choices} />
  return (
    <ul className={styles.list}>
      {state.categories
        .filter(it => it.attributes.name !== 'root')
        .map(({ id, attributes }) => {
          const name = categoryLabels[attributes.name] ?? attributes.name
          return (
            <li key={id} className={styles.item}>
              <span className={styles.words}>
                {name}
                <span className={`${layout.soft} ${layout.small}`}>
                  {formatCount(attributes.ad_units_count)} {messages.columns.units.toLowerCase()},{' '}
                  {formatCount(attributes.avg_all_impressions)}{' '}
                  {messages.columns.impressions.toLowerCase()}
                  {attributes.is_offered || messages.notOffered}
                </span>
              </span>
              <Choice
                stores={stores}
                type="category"
                item={{ id, name }}
                isBlockOnly={!attributes.is_offered}
              />
            </li>
          )
        })}
    </ul>
  )
}

export function TrafficPacks({ stores, choices }: ChoicesProps) {
  const state = useStore(choices.$choices)
  const pack = useStore(stores.$pack)
  const toast = useToast()
  if (state.status !== 'loaded') return <Waiting choices={choices} />

  async function apply(id: string) {
    await stores.applyPack(id)
    const { problem } = stores.$pack.get()
    toast.show(
      problem ? { title: problemText(problem), tone: 'alarm' } : { title: messages.applied }
    )
  }

  return (
    <div className={layout.tight}>
      <p className={layout.soft}>
        {state.packs.length === 0 ? messages.noPacks : messages.packsText}
      </p>
      <ul className={styles.list}>
        {state.packs.map(({ id, attributes }) => (
          <li key={id} className={styles.item}>
            <span className={styles.words}>{attributes.name}</span>
            <Button
              size="small"
              isLoading={pack.status === 'loading'}
              onClick={() => void apply(id)}
            >
              {messages.apply}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Waiting({ choices }: Pick<ChoicesProps, 'choices'>) {
  const state = useStore(choices.$choices)
  if (state.status !== 'error') {
    return (
      <div aria-busy="true">
        <Skeleton lines={8} />
      </div>
    )
  }
  return (
    <EmptyState
      icon="alert"
      title={problemText(state.problem)}
      action={<Button onClick={() => void choices.load()}>{commonMessages.retry}</Button>}
    />
  )
}
