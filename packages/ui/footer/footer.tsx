import type { ReactNode } from 'react'
import { Link } from '../link/link.tsx'
import styles from './footer.module.css'

export type FooterProps = {
  links: ReadonlyArray<{ href: string; label: string }>
  /** Content at the end of the footer line: the feedback link, the ThemeToggle. */
  end?: ReactNode
  /** Content before the links: the organization that runs this network. */
  children?: ReactNode
}

export function Footer({ links, end, children }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.line}>
        {children !== undefined && <div className={styles.words}>{children}</div>}
        <ul className={styles.links}>
          {links.map(link => (
            <li key={link.href}>
              <Link href={link.href}>{link.label}</Link>
            </li>
          ))}
        </ul>
        {end !== undefined && <div className={styles.end}>{end}</div>}
      </div>
    </footer>
  )
}
