import { Icon } from '@mille/ui/icon/icon.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { useId } from 'react'
import { useLocation } from 'react-router'
import { formatCount } from '../page/formats.ts'
import { adminMessages as messages } from './admin-messages.ts'
import styles from './admin-nav.module.css'
import { type Queue, queuePlaces } from './queue-places.ts'

type Place = { href: string; label: string }

const home: Place = { href: '/admin', label: messages.home }

const groups: readonly { title: string; places: readonly Place[] }[] = [
  {
    title: messages.review,
    places: [
      { href: '/admin/creatives', label: messages.creatives },
      { href: '/admin/reports', label: messages.reports },
      { href: '/admin/sites', label: messages.sites },
      { href: '/admin/offers', label: messages.offers },
      { href: '/admin/disputes', label: messages.disputes }
    ]
  },
  {
    title: messages.peopleGroup,
    places: [
      { href: '/admin/users', label: messages.people },
      { href: '/admin/chat', label: messages.chat },
      { href: '/admin/announcements', label: messages.announcements },
      { href: '/admin/suggestions', label: messages.suggestions }
    ]
  },
  {
    title: messages.money,
    places: [
      { href: '/admin/payouts', label: messages.payouts },
      { href: '/admin/coupons', label: messages.coupons }
    ]
  },
  {
    title: messages.network,
    places: [
      { href: '/admin/traffic', label: messages.traffic },
      { href: '/admin/settings', label: messages.settings },
      { href: '/admin/audit', label: messages.audit },
      { href: '/admin/health', label: messages.health }
    ]
  }
]

const all = [home, ...groups.flatMap(it => it.places)]

/**
 * The operator's pages in groups, each with how much waits on it. Where there is no room beside the page, they fold into the
 * one that is current; that needs no scripts.
 */
export function AdminNav({ queues }: { queues: readonly Queue[] }) {
  const { pathname } = useLocation()
  const current = all.find(place => isCurrent(place, pathname))
  const id = useId()
  return (
    <nav aria-label={messages.name} className={styles.navigation}>
      {/* Another page begins with it folded. */}
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
        <ul className={styles.list}>
          <PlaceItem place={home} queues={queues} />
        </ul>
        {groups.map(({ title, places }, index) => (
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
        aria-current={isCurrent(place, pathname) ? 'page' : undefined}
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

/** A page is also that of what is below its address; the home is only itself. */
function isCurrent({ href }: Place, pathname: string): boolean {
  return pathname === href || (href !== home.href && pathname.startsWith(`${href}/`))
}
