import { Button } from '../button/button.tsx'
import styles from './load-more.module.css'

export type LoadMoreProps = {
  shown: number
  total: number
  onLoadMore: () => void
  isLoading?: boolean | undefined
  /** Error of the last attempt; the button tries again. */
  error?: string | undefined
}

/** Shows how much of a list is displayed, with a button that loads more. */
export function LoadMore({ shown, total, onLoadMore, isLoading, error }: LoadMoreProps) {
  const hasMore = shown < total
  return (
    <div className={styles.more}>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <p className={styles.count} role="status">
        {hasMore ? `${shown} of ${total}` : `All ${total} shown`}
      </p>
      {hasMore && (
        <Button isLoading={isLoading} onClick={onLoadMore}>
          {error ? 'Try again' : 'Load more'}
        </Button>
      )}
    </div>
  )
}
