import type { PersonEvent, PersonHistory } from '@mille/api/admin/endpoints.ts'
import { createPersonHistoryStores } from '@mille/stores/admin/people.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../../page/app-context.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { RestOfList } from '../../page/navigation/rest-of-list.tsx'
import { historyMessages as messages } from './history-messages.ts'

/** An account's history, loaded page by page. It always contains at least the sign-up. */
export function HistoryCard({ loaded }: { loaded: { list: PersonHistory; id: string } }) {
  const stores = useStores(createPersonHistoryStores, loaded)
  const events = useStore(stores.$items)
  return (
    <Card title={messages.title} description={messages.description}>
      <div className={layout.stack}>
        <ol className={layout.plainList}>
          {events.map(event => (
            <Event key={event.id} event={event} />
          ))}
        </ol>
        <RestOfList list={stores} />
      </div>
    </Card>
  )
}

function Event({ event }: { event: PersonEvent }) {
  const { kind, at, by, by_name, text, asset, amount } = event.attributes
  return (
    <li>
      <div className={layout.row}>
        <span>{messages.kinds[kind]}</span>
        {asset !== null && amount !== null && (
          <Amount units={BigInt(amount)} asset={asset} size="small" />
        )}
      </div>
      {text !== null && <div className={layout.words}>{text}</div>}
      <div className={`${layout.soft} ${layout.small}`}>
        <time dateTime={at}>{formatMoment(at)}</time>
        {by !== null && ` ${messages.by(by_name ?? messages.operator(by))}`}
      </div>
    </li>
  )
}
