import { orderLengths } from '@mille/api/constants.ts'
import type { OrderMessage } from '@mille/api/marketplace/endpoints.ts'
import type { OrderStores } from '@mille/stores/publication-orders/order.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { orderMessages as messages, sideLabels } from './messages.ts'

/** The messages between advertiser and publisher, newest first, with a form for a new message. */
export function OrderConversation({ stores }: { stores: OrderStores }) {
  const items = useStore(stores.messages.$items)
  const hasMore = useStore(stores.messages.$hasMore)
  const isLoading = useStore(stores.messages.$isLoading)
  const work = useStore(stores.$work)
  const { fields } = useStore(stores.$problems)
  const [body, setBody] = useState('')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await stores.write(body)) setBody('')
  }

  return (
    <Card title={messages.conversation}>
      <div className={layout.stack}>
        <form className={layout.tight} onSubmit={event => void submit(event)} noValidate>
          <TextArea
            label={messages.message}
            name="body"
            rows={3}
            maxLength={orderLengths.message}
            value={body}
            error={fieldText(messages.message, fields.body)}
            onChange={event => setBody(event.target.value)}
          />
          <div>
            <Button type="submit" isLoading={work === 'writing'}>
              {messages.send}
            </Button>
          </div>
        </form>
        {items.length === 0 ? (
          <p className={layout.soft}>{messages.noMessages}</p>
        ) : (
          <ol className={layout.plainList}>
            {items.map(item => (
              <Message key={item.id} message={item} />
            ))}
          </ol>
        )}
        {hasMore && (
          <div>
            <Button isLoading={isLoading} onClick={() => void stores.messages.loadMore()}>
              {messages.olderMessages}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function Message({ message: { attributes } }: { message: OrderMessage }) {
  const { body, side, is_own, created_at } = attributes
  return (
    <li>
      <p className={`${layout.soft} ${layout.small}`}>
        {is_own ? messages.you : sideLabels[side]},{' '}
        <time dateTime={created_at}>{formatMoment(created_at)}</time>
      </p>
      <p className={layout.words}>{body}</p>
    </li>
  )
}
