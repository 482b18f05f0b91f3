import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-shapes.tsx'
import styles from './empty-state.module.css'

export type EmptyStateProps = {
  icon?: IconName | undefined
  title: string
  /** What would be here, in a sentence. */
  children?: ReactNode
  /** The one next step. */
  action?: ReactNode
}

/** In place of a list that has nothing in it, or that could not be loaded (then `icon="alert"` and a retry). */
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
