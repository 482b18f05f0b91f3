import type { ReactNode } from 'react'
import styles from './card.module.css'

export type CardProps = {
  title?: string | undefined
  description?: ReactNode
  /** Beside the title, at the end of the line. */
  actions?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  /** The content reaches the edges: tables, pictures. */
  isFlush?: boolean | undefined
  /** Level of the title among the page's headings. */
  level?: 2 | 3 | undefined
}

/** A sheet with hairline borders around what belongs together. */
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
