import type { ChatConversation } from '@mille/api/support/endpoints.ts'
import { Link } from '@mille/ui/link/link.tsx'
import { formatMoment } from '../../page/formats.ts'
import styles from './inbox.module.css'
import { inboxMessages as messages } from './inbox-messages.ts'

export type ConversationListProps = {
  conversations: readonly ChatConversation[]
  currentId: string | null
}

/** The conversations, each with its last message. */
export function ConversationList({ conversations, currentId }: ConversationListProps) {
  return (
    <nav aria-label={messages.conversations}>
      <ul className={styles.conversations}>
        {conversations.map(({ id, attributes }) => {
          const { name, unread_count, is_online, last_message } = attributes
          return (
            <li key={id}>
              <Link
                href={`/admin/chat/${id}`}
                className={styles.conversation}
                aria-current={id === currentId ? 'page' : undefined}
              >
                <span className={styles.who}>
                  <strong className={styles.name} title={name}>
                    {name}
                  </strong>
                  {is_online && <span className={styles.online}>{messages.online}</span>}
                  {unread_count > 0 && (
                    <span className={styles.unread}>{messages.unread(unread_count)}</span>
                  )}
                </span>
                <span className={styles.last} dir="auto">
                  {last_message.author === 'operator' && `${messages.operator}: `}
                  {last_message.text || messages.picture}
                </span>
                <time className={styles.when} dateTime={last_message.created_at}>
                  {formatMoment(last_message.created_at)}
                </time>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
