import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-shapes.tsx'
import styles from './empty-state.module.css'

export type EmptyStateProps = {
  icon?: IconName | undefined
  title: string
  /** Sentence that says what the list will contain. */
  children?: ReactNode
  /** The one suggested next step. */
  action?: ReactNode
}

/** Placeholder for a list that is empty or could not be loaded (then with `icon="alert"` and a retry button). */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon && (
        <span className={styles.icon}>
          <Icon name={icon} />
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.words}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
