import { Link } from '@mille/ui/link/link.tsx'
import { useLocation } from 'react-router'
import styles from './section-nav.module.css'

export type Place = { href: string; label: string }

/** The pages of one part of the product. The first is current at its own address only, the others also below theirs. */
export function SectionNav({ label, places }: { label: string; places: readonly Place[] }) {
  const { pathname } = useLocation()
  const isHere = (href: string, index: number) =>
    index === 0 ? pathname === href : pathname.startsWith(href)
  return (
    <nav aria-label={label}>
      <ul className={styles.list}>
        {places.map(({ href, label: words }, index) => (
          <li key={href}>
            <Link
              href={href}
              className={styles.place}
              aria-current={isHere(href, index) ? 'page' : undefined}
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
