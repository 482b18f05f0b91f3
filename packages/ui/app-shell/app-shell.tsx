import { type ReactNode, useId, useState } from 'react'
import { IconButton } from '../icon-button/icon-button.tsx'
import { Link } from '../link/link.tsx'
import { Logo } from '../logo/logo.tsx'
import styles from './app-shell.module.css'

export type NavigationItem = { href: string; label: string; isCurrent?: boolean | undefined }

export type AppShellProps = {
  navigation: readonly NavigationItem[]
  /** Where the logo leads. */
  homeHref?: string | undefined
  /** At the end of the header: notifications, the account's menu, signing in. */
  actions?: ReactNode
  /** Above the header: the announcement as a Notice with `isBanner`. */
  banner?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** The frame of every page: skip link, header with navigation (a burger where it does not fit), main part, footer. */
export function AppShell({
  navigation,
  homeHref = '/',
  actions,
  banner,
  footer,
  children
}: AppShellProps) {
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      {banner}
      <Header navigation={navigation} homeHref={homeHref} actions={actions} />
      <main className={styles.main} id="main" tabIndex={-1}>
        {children}
      </main>
      {footer}
    </div>
  )
}

type HeaderProps = Pick<AppShellProps, 'navigation' | 'homeHref' | 'actions'>

function Header({ navigation, homeHref = '/', actions }: HeaderProps) {
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the menu from anywhere in it
    <header
      className={styles.header}
      onKeyDown={event => {
        if (event.key === 'Escape') setIsOpen(false)
      }}
    >
      <div className={styles.line}>
        <Link href={homeHref} className={styles.home} aria-label="Mille: home">
          <Logo />
        </Link>
        {navigation.length > 0 && (
          <nav className={styles.navigation} aria-label="Main" data-open={isOpen}>
            <ul className={styles.list} id={listId}>
              {navigation.map(item => (
                <li key={item.href}>
                  <Link
                    href={item.href}
                    className={styles.item}
                    aria-current={item.isCurrent ? 'page' : undefined}
                    onClick={() => setIsOpen(false)}
                  >
                    {item.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className={styles.actions}>{actions}</div>
        {navigation.length > 0 && (
          <span className={styles.burger}>
            <IconButton
              icon={isOpen ? 'close' : 'menu'}
              label="Menu"
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => setIsOpen(!isOpen)}
            />
          </span>
        )}
      </div>
    </header>
  )
}
