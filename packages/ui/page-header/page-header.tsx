import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import { Link } from '../link/link.tsx'
import styles from './page-header.module.css'

export type PageHeaderProps = {
  title: string
  /** A line under the title: what this page is, or the state of its thing. */
  description?: ReactNode
  /** Beside the title: a Badge. */
  badge?: ReactNode
  actions?: ReactNode
  /** The page above this one. */
  back?: { href: string; label: string } | undefined
}

/** The name of the page and what can be done on it. */
export function PageHeader({ title, description, badge, actions, back }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {back && (
        <Link href={back.href} className={styles.back}>
          <Icon name="chevron-start" />
          {back.label}
        </Link>
      )}
      <div className={styles.line}>
        <div className={styles.words}>
          <div className={styles.title}>
            <h1>{title}</h1>
            {badge}
          </div>
          {description !== undefined && <div className={styles.description}>{description}</div>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  )
}
