import type { ReactNode } from 'react'
import { Link } from '../link/link.tsx'
import { Skeleton } from '../skeleton/skeleton.tsx'
import styles from './stat-tile.module.css'

export type StatTileProps = {
  label: string
  /** A number or an Amount. */
  value: ReactNode
  /** Text under the value: a comparison, or the value in the other currency. */
  detail?: ReactNode
  /** A Sparkline of the value. */
  chart?: ReactNode
  isLoading?: boolean | undefined
  /** Link to the page with details. */
  href?: string | undefined
}

/** One important number with its name. */
export function StatTile({ label, value, detail, chart, isLoading, href }: StatTileProps) {
  return (
    <div className={styles.tile} aria-busy={isLoading}>
      <div className={styles.label}>
        {href === undefined ? (
          label
        ) : (
          <Link href={href} className={styles.link}>
            {label}
          </Link>
        )}
      </div>
      <div className={styles.value}>{isLoading ? <Skeleton width="60%" /> : value}</div>
      {detail !== undefined && (
        <div className={styles.detail}>{isLoading ? <Skeleton width="40%" /> : detail}</div>
      )}
      {chart !== undefined && <div className={styles.chart}>{chart}</div>}
    </div>
  )
}

/** Tiles side by side, as many as fit, with thin lines between them. */
export function StatTiles({ children }: { children: ReactNode }) {
  return <div className={styles.tiles}>{children}</div>
}
