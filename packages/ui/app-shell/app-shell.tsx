import type { ReactNode } from 'react'
import type { LogoPicture } from '../logo/logo.tsx'
import styles from './app-shell.module.css'
import { type NavigationItem, ShellHeader } from './shell-header.tsx'

export type AppShellProps = {
  /** How the network calls itself; shown in the logo. */
  name?: string | undefined
  /** The network's own logo; without it, the logo is the built-in mark. */
  logo?: LogoPicture | null | undefined
  navigation: readonly NavigationItem[]
  /** Link target of the logo. */
  homeHref?: string | undefined
  /** Actions at the end of the header: notifications, the account menu, the sign-in link. */
  actions?: ReactNode
  /** Content below the links of the collapsed navigation menu, for which the narrow header has no room. */
  menuEnd?: ReactNode
  /** Announcement above the header: a Notice with `isBanner`. */
  banner?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** Frame of every page: skip link, header with navigation (a menu if it does not fit), main part, footer. */
export function AppShell({
  name,
  logo,
  navigation,
  homeHref = '/',
  actions,
  menuEnd,
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
      <ShellHeader
        name={name}
        logo={logo}
        navigation={navigation}
        homeHref={homeHref}
        actions={actions}
        menuEnd={menuEnd}
      />
      <main className={styles.main} id="main" tabIndex={-1}>
        {children}
      </main>
      {footer}
    </div>
  )
}
