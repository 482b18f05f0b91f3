import { Icon } from '@mille/ui/icon/icon.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { useLocation } from 'react-router'
import styles from './section-nav.module.css'

export type Place = {
  href: string
  label: string
  /** Set if something other than the path decides whether this page is current. */
  isCurrent?: boolean
}

/** Maximum number of unfolded links. More links do not fit into one or two lines on a phone. */
const maxUnfolded = 5

/**
 * The navigation of one part of the product. The first page is current only for its own address, the others also for
 * addresses below theirs. On narrow screens a long list folds into the current page's name, without scripts.
 */
export function SectionNav({ label, places }: { label: string; places: readonly Place[] }) {
  const { pathname } = useLocation()
  const isHere = ({ href, isCurrent }: Place, index: number) =>
    isCurrent ?? (index === 0 ? pathname === href : pathname.startsWith(href))
  const current = places.find(isHere)
  return (
    <nav aria-label={label} className={styles.navigation}>
      {places.length > maxUnfolded && (
        // The `key` folds the navigation again on every new page.
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
