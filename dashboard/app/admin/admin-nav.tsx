import { Icon } from '@mille/ui/icon/icon.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { useId } from 'react'
import { useLocation } from 'react-router'
import { formatCount } from '../page/formats.ts'
import { adminMessages as messages } from './admin-messages.ts'
import styles from './admin-nav.module.css'
import { groupsFor, home, isWithin, type Place, placesFor } from './admin-places.ts'
import { type Queue, queuePlaces } from './queue-places.ts'

type AdminNavProps = { queues: readonly Queue[]; roles: readonly string[] }

/**
 * The pages that the operator's roles open, in groups, each with the number of waiting items. On narrow screens the
 * list folds into the current page's name, without scripts.
 */
export function AdminNav({ queues, roles }: AdminNavProps) {
  const { pathname } = useLocation()
  const places = placesFor(roles)
  const current = places.find(place => isWithin(place, pathname))
  const id = useId()
  return (
    <nav aria-label={messages.name} className={styles.navigation}>
      {/* The `key` folds the list again on every new page. */}
      <details key={pathname} className={styles.fold}>
        <summary className={styles.summary}>
          <span>
            {messages.name}
            {current && <strong className={styles.current}>{current.label}</strong>}
          </span>
          <Icon name="chevron-down" />
        </summary>
      </details>
      <div className={styles.groups}>
        {places.includes(home) && (
          <ul className={styles.list}>
            <PlaceItem place={home} queues={queues} />
          </ul>
        )}
        {groupsFor(roles).map(({ title, places }, index) => (
          <div key={title}>
            <p id={`${id}${index}`} className={styles.title}>
              {title}
            </p>
            <ul className={styles.list} aria-labelledby={`${id}${index}`}>
              {places.map(place => (
                <PlaceItem key={place.href} place={place} queues={queues} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

function PlaceItem({ place, queues }: { place: Place; queues: readonly Queue[] }) {
  const { pathname } = useLocation()
  const waiting = queues
    .filter(it => queuePlaces[it.name] === place.href)
    .reduce((sum, it) => sum + it.waiting, 0)
  return (
    <li>
      <Link
        href={place.href}
        className={styles.place}
        aria-current={isWithin(place, pathname) ? 'page' : undefined}
      >
        {place.label}{' '}
        {waiting > 0 && (
          <span className={styles.count}>
            {formatCount(waiting)}
            <VisuallyHidden> {messages.waiting}</VisuallyHidden>
          </span>
        )}
      </Link>
    </li>
  )
}
