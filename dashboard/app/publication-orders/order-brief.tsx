import type { Order, OrderDocument } from '@mille/api/marketplace/endpoints.ts'
import { Card } from '@mille/ui/card/card.tsx'
import layout from '../page/layout.module.css'
import { ForeignLink } from '../page/navigation/foreign-link.tsx'
import { orderMessages as messages } from './messages.ts'

type Props = { order: Order; attachments: OrderDocument['meta']['attachments'] }

/** The advertiser's brief and attachments. */
export function OrderBrief({ order: { attributes }, attachments }: Props) {
  return (
    <Card title={messages.brief}>
      <div className={layout.tight}>
        <p className={layout.words}>{attributes.brief}</p>
        <p>
          {messages.target} <ForeignLink href={attributes.target_url} />
        </p>
        {attributes.included.length > 0 && (
          <ul>
            {attributes.included.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {attachments.length > 0 && (
          <ul className={layout.plainList} aria-label={messages.attachments}>
            {attachments.map(({ id, file_name, size, source }) => (
              <li key={id}>
                <a href={source ?? ''} download={file_name}>
                  {file_name}
                </a>{' '}
                <span className={`${layout.soft} ${layout.small}`}>
                  {Math.ceil(size / 1000)} kB
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
