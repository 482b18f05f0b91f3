import type { Suggestion } from '@mille/api/support/endpoints.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Icon } from '@mille/ui/icon/icon.tsx'
import { formatDate } from '../page/formats.ts'
import { suggestionMessages as messages, suggestionStateBadges } from './messages.ts'
import styles from './suggestion-card.module.css'

export type SuggestionCardProps = {
  suggestion: Suggestion
  /** Adds or removes the user's vote. If missing, the count is only shown. */
  onVote: (() => void) | undefined
}

/** One suggestion with its votes and its state. */
export function SuggestionCard({ suggestion, onVote }: SuggestionCardProps) {
  const { title, description, state, reply, votes_count, is_voted, is_hidden, created_at } =
    suggestion.attributes
  const badge = suggestionStateBadges[state]
  const canVote = onVote !== undefined && !is_hidden && (state === 'open' || state === 'planned')
  const count = (
    <>
      <Icon name="chevron-up" />
      <span className={styles.count}>{votes_count}</span>
    </>
  )
  return (
    <article className={styles.card}>
      {canVote ? (
        <button
          type="button"
          className={styles.vote}
          aria-pressed={is_voted}
          aria-label={`${messages.vote(title)}, ${messages.votes(votes_count)}`}
          onClick={onVote}
        >
          {count}
        </button>
      ) : (
        <p className={styles.vote} data-fixed="true">
          <span aria-hidden="true" className={styles.figure}>
            {count}
          </span>
          <span className={styles.words}>{messages.votes(votes_count)}</span>
        </p>
      )}
      <div className={styles.body}>
        <h2 className={styles.title}>{title}</h2>
        {description !== '' && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        {reply !== null && (
          <blockquote className={styles.reply}>
            <strong>{messages.reply}</strong>
            <p>{reply}</p>
          </blockquote>
        )}
        <p className={styles.facts}>
          <Badge tone={badge.tone}>{badge.label}</Badge>
          {is_hidden && <Badge tone="warning">{messages.hidden}</Badge>}
          <time dateTime={created_at}>{formatDate(created_at)}</time>
          {is_hidden && messages.hiddenText}
        </p>
      </div>
    </article>
  )
}
