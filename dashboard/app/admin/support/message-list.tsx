import type { ChatMessage } from '@mille/api/support/endpoints.ts'
import { fitPicture } from '@mille/widgets/chat/take-pictures.ts'
import { formatMoment } from '../../page/formats.ts'
import styles from './inbox.module.css'
import { inboxMessages as messages } from './inbox-messages.ts'

export type MessageListProps = {
  messages: readonly ChatMessage[]
  /** Id of the last message that the account has read. */
  readId: string | null
  name: string
}

/** The messages of a conversation, oldest first. */
export function MessageList({ messages: all, readId, name }: MessageListProps) {
  const lastRead = all.findLast(
    it => it.attributes.author === 'operator' && Number(it.id) <= Number(readId ?? 0)
  )
  return (
    <ol className={styles.messages}>
      {all.map(({ id, attributes }) => {
        const { author, author_name, text, picture, created_at } = attributes
        const who = author === 'user' ? name : (author_name ?? messages.operator)
        const moment = formatMoment(created_at)
        return (
          <li key={id} className={styles.message} data-author={author}>
            {text !== '' && (
              <p className={styles.text} dir="auto">
                {text}
              </p>
            )}
            {picture && (
              <a
                className={styles.pictureLink}
                href={picture.source}
                target="_blank"
                rel="noopener"
              >
                <img
                  className={styles.picture}
                  src={picture.source}
                  alt={messages.pictureFrom(who, moment)}
                  {...fitPicture(picture)}
                  loading="lazy"
                />
              </a>
            )}
            <p className={styles.when}>
              {who}, <time dateTime={created_at}>{moment}</time>
              {id === lastRead?.id && ` · ${messages.read}`}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
