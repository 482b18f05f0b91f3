import { Icon } from '@mille/ui/icon/icon.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { useLocation } from 'react-router'
import styles from './section-nav.module.css'

export type Place = {
  href: string
  label: string
  /** Where it is not the path that says so. */
  isCurrent?: boolean
}

/** More than these do not fit into a line or two of a phone. */
const maxUnfolded = 5

/**
 * The pages of one part of the product. The first is current at its own address only, the others also below theirs.
 * Many of them fold, in a narrow place, into the one that is current; that needs no scripts.
 */
export function SectionNav({ label, places }: { label: string; places: readonly Place[] }) {
  const { pathname } = useLocation()
  const isHere = ({ href, isCurrent }: Place, index: number) =>
    isCurrent ?? (index === 0 ? pathname === href : pathname.startsWith(href))
  const current = places.find(isHere)
  return (
    <nav aria-label={label} className={styles.navigation}>
      {places.length > maxUnfolded && (
        // Another page begins with it folded.
        <details key={pathname} className={styles.fold}>
          <summary className={styles.summary}>
            <span>
              {label}
              {current && <strong className={styles.current}>{current.label}</strong>}
            </span>
            <Icon name="chevron-down" />
          </summary>
        </details>
      )}
      <ul className={styles.list}>
        {places.map((place, index) => (
          <li key={place.href}>
            <Link
              href={place.href}
              className={styles.place}
              aria-current={isHere(place, index) ? 'page' : undefined}
            >
              {place.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
