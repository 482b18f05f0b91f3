import type { ReactNode } from 'react'
import styles from './app-shell.module.css'
import { type NavigationItem, ShellHeader } from './shell-header.tsx'

export type AppShellProps = {
  navigation: readonly NavigationItem[]
  /** Where the logo leads. */
  homeHref?: string | undefined
  /** At the end of the header: notifications, the account's menu, signing in. */
  actions?: ReactNode
  /** In the menu that the navigation folds into, below its links: what the header then has no room for. */
  menuEnd?: ReactNode
  /** Above the header: the announcement as a Notice with `isBanner`. */
  banner?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** The frame of every page: skip link, header with navigation (a menu where it does not fit), main part, footer. */
export function AppShell({
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
