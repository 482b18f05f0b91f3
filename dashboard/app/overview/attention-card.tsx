import type { Attention, AttentionItem } from '@mille/stores/attention/attention.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { campaignMessages } from '../campaigns/campaign-messages.ts'
import layout from '../page/layout.module.css'
import { attentionText } from './attention-messages.ts'
import { overviewMessages as messages } from './messages.ts'

const shownItems = 10

/** What the account's owner has to do, then what is not running for another reason, or else that everything runs. */
export function AttentionCard({ attention, isNew }: { attention: Attention; isNew: boolean }) {
  const { needs, notes, isRunning } = attention
  const all = [...needs, ...notes]
  const shown = all.slice(0, shownItems)
  const idle = isNew ? messages.nothingYet : messages.notRunning
  return (
    <Card title={messages.attention}>
      {all.length === 0 ? (
        <p>{isRunning ? messages.running : idle}</p>
      ) : (
        <ul className={layout.tight}>
          {shown.map((item, index) => (
            <Item key={`${item.kind} ${item.id}`} item={item} isNote={index >= needs.length} />
          ))}
          {all.length > shown.length && (
            <li className={layout.soft}>{messages.more(all.length - shown.length)}</li>
          )}
        </ul>
      )}
    </Card>
  )
}

function Item({ item, isNote }: { item: AttentionItem; isNote: boolean }) {
  return (
    <li className={isNote ? layout.soft : undefined}>
      <Link href={item.href}>{item.name ?? `${campaignMessages.untitled} ${item.id}`}</Link>{' '}
      {attentionText(item)}
    </li>
  )
}
