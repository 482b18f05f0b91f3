import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

type VisuallyHiddenProps = {
  children: ReactNode
  /** `status`: each new text is read aloud. */
  role?: 'status'
}

/** Text for screen readers only. */
export function VisuallyHidden({ children, role }: VisuallyHiddenProps) {
  return (
    <span className={styles.hidden} role={role}>
      {children}
    </span>
  )
}
