import type { ChatLetter } from '@mille/api/support/endpoints.ts'
import type { LetterStores } from '@mille/stores/admin/letters.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useStore } from '@nanostores/react'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { problemText } from '../../page/messages.ts'
import { RestOfList } from '../../page/navigation/rest-of-list.tsx'
import styles from './inbox.module.css'
import { inboxMessages as messages } from './inbox-messages.ts'

/** Messages that people without an account sent from any page. Renders nothing if there are none. */
export function LetterList({ stores }: { stores: LetterStores }) {
  const letters = useStore(stores.$items)
  const waiting = useStore(stores.$waitingCount)
  if (letters.length === 0) return null
  return (
    <section className={layout.tight} aria-labelledby="letters">
      <div className={layout.row}>
        <h2 id="letters">{messages.letters}</h2>
        {waiting > 0 && <Badge tone="info">{messages.waiting(waiting)}</Badge>}
      </div>
      <p className={layout.soft}>{messages.lettersText}</p>
      <ul className={styles.letters}>
        {letters.map(letter => (
          <Letter key={letter.id} letter={letter} stores={stores} />
        ))}
      </ul>
      <RestOfList list={stores} />
    </section>
  )
}

function Letter({ letter, stores }: { letter: ChatLetter; stores: LetterStores }) {
  const { id, attributes } = letter
  const { email, text, page_origin, created_at, answered_at } = attributes
  const isMarking = useStore(stores.$marking) === id
  const failed = useStore(stores.$failed)
  return (
    <li className={styles.letter}>
      <span className={styles.letterHead}>
        <strong className={styles.email}>{email}</strong>
        {answered_at !== null && <Badge tone="positive">{messages.answered}</Badge>}
      </span>
      <p className={styles.letterText} dir="auto">
        {text}
      </p>
      <span className={styles.when}>
        <time dateTime={created_at}>{formatMoment(created_at)}</time>
        {page_origin !== null && ` · ${page_origin}`}
      </span>
      {failed?.id === id && (
        <Notice tone="alarm" isLive>
          {problemText(failed.problem)}
        </Notice>
      )}
      <div className={layout.row}>
        <Button size="small" href={mailTo(email)} aria-label={messages.answerByMailTo(email)}>
          {messages.answerByMail}
        </Button>
        <Button
          size="small"
          variant="quiet"
          isLoading={isMarking}
          onClick={() => void stores.mark(id, answered_at === null)}
        >
          {answered_at === null ? messages.markAnswered : messages.markWaiting}
        </Button>
      </div>
    </li>
  )
}

/**
 * Returns a `mailto:` link. A stranger typed the address, so it is encoded: it must not add a subject, a copy or
 * another recipient.
 */
function mailTo(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, host] = [email.slice(0, at), email.slice(at + 1)].map(encodeURIComponent)
  return `mailto:${name}@${host}?subject=${encodeURIComponent(messages.mailSubject)}`
}
