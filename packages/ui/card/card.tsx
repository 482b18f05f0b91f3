import type { ReactNode } from 'react'
import styles from './card.module.css'

export type CardProps = {
  title?: string | undefined
  description?: ReactNode
  /** Actions beside the title, at the end of the line. */
  actions?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  /** Whether the content, such as a table or picture, reaches the card's edges. */
  isFlush?: boolean | undefined
  /** Heading level of the title. */
  level?: 2 | 3 | undefined
}

/** Box with thin borders around related content. */
export function Card({
  title,
  description,
  actions,
  children,
  footer,
  isFlush,
  level = 2
}: CardProps) {
  const Title = `h${level}` as const
  const hasHeader = title !== undefined || actions !== undefined
  return (
    <section className={styles.card}>
      {hasHeader && (
        <header className={styles.header}>
          <div>
            {title !== undefined && <Title className={styles.title}>{title}</Title>}
            {description !== undefined && <div className={styles.description}>{description}</div>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={isFlush ? styles.flush : styles.body}>{children}</div>
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </section>
  )
}
