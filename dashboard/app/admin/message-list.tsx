import type { ChatMessage } from '@mille/api/support/endpoints.ts'
import { formatMoment } from '../page/formats.ts'
import styles from './inbox.module.css'
import { inboxMessages as messages } from './inbox-messages.ts'

export type MessageListProps = {
  messages: readonly ChatMessage[]
  /** The account has read up to this one. */
  readId: string | null
  name: string
}

/** Oldest first. */
export function MessageList({ messages: all, readId, name }: MessageListProps) {
  const lastRead = all.findLast(
    it => it.attributes.author === 'operator' && Number(it.id) <= Number(readId ?? 0)
  )
  return (
    <ol className={styles.messages}>
      {all.map(({ id, attributes }) => {
        const { author, author_name, text, created_at } = attributes
        return (
          <li key={id} className={styles.message} data-author={author}>
            <p className={styles.text} dir="auto">
              {text}
            </p>
            <p className={styles.when}>
              {author === 'user' ? name : (author_name ?? messages.operator)},{' '}
              <time dateTime={created_at}>{formatMoment(created_at)}</time>
              {id === lastRead?.id && ` · ${messages.read}`}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
