import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import { Link } from '../link/link.tsx'
import styles from './page-header.module.css'

export type PageHeaderProps = {
  title: string
  /** Line under the title: the purpose of the page, or the state of what it shows. */
  description?: ReactNode
  /** A Badge beside the title. */
  badge?: ReactNode
  actions?: ReactNode
  /** Link to the parent page. */
  back?: { href: string; label: string } | undefined
}

/** Title of the page and the actions on it. */
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
