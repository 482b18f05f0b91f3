import { type ReactNode, useId, useRef } from 'react'
import { IconButton } from '../icon-button/icon-button.tsx'
import { Link } from '../link/link.tsx'
import { Logo, type LogoPicture, programName } from '../logo/logo.tsx'
import styles from './shell-header.module.css'

export type NavigationItem = { href: string; label: string; isCurrent?: boolean | undefined }

type ShellHeaderProps = {
  name: string | undefined
  logo: LogoPicture | null | undefined
  navigation: readonly NavigationItem[]
  homeHref: string
  actions: ReactNode
  menuEnd: ReactNode
}

/**
 * Header line of every page. If the navigation does not fit beside the actions, whatever its labels and font size, a
 * menu replaces it. CSS alone decides, so the first paint is already right, and the menu is a native popover, so that
 * it opens without scripts too.
 */
export function ShellHeader({
  name,
  logo,
  navigation,
  homeHref,
  actions,
  menuEnd
}: ShellHeaderProps) {
  const menuId = useId()
  const home = (
    <Link href={homeHref} className={styles.home} aria-label={`${name ?? programName}: home`}>
      <Logo name={name} picture={logo} />
    </Link>
  )
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <div className={styles.lead}>
          <div className={styles.probe}>
            <div className={styles.places}>
              {navigation.length > 0 && (
                <span className={styles.burger}>
                  <IconButton icon="menu" label="Menu" popoverTarget={menuId} />
                </span>
              )}
              {home}
              {navigation.length > 0 && (
                <nav className={styles.navigation} aria-label="Main">
                  <Items navigation={navigation} className={styles.list} />
                </nav>
              )}
            </div>
          </div>
          <div className={styles.ruler} aria-hidden="true">
            <Logo name={name} picture={logo} />
            <div className={styles.list}>
              {navigation.map(({ href, label }) => (
                <span key={href} className={styles.item} data-words={label} />
              ))}
            </div>
          </div>
        </div>
        <div className={styles.actions}>{actions}</div>
      </div>
      {navigation.length > 0 && (
        <NavigationMenu id={menuId} navigation={navigation} home={home} end={menuEnd} />
      )}
    </header>
  )
}

type NavigationMenuProps = {
  id: string
  navigation: readonly NavigationItem[]
  home: ReactNode
  end: ReactNode
}

/** Menu with the navigation links stacked vertically. Esc or a press outside closes it. */
function NavigationMenu({ id, navigation, home, end }: NavigationMenuProps) {
  const menu = useRef<HTMLElement>(null)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link or a button is a press
    <nav
      ref={menu}
      id={id}
      popover="auto"
      className={styles.menu}
      aria-label="Main"
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a, button')) menu.current?.hidePopover()
      }}
    >
      <div className={styles.menuLine}>
        <IconButton
          icon="close"
          label="Close the menu"
          popoverTarget={id}
          popoverTargetAction="hide"
        />
        {home}
      </div>
      <Items navigation={navigation} className={styles.menuList} />
      {end !== undefined && <div className={styles.menuEnd}>{end}</div>}
    </nav>
  )
}

function Items({
  navigation,
  className
}: {
  navigation: readonly NavigationItem[]
  className: string | undefined
}) {
  return (
    <ul className={className}>
      {navigation.map(item => (
        <li key={item.href}>
          <Link
            href={item.href}
            className={styles.item}
            aria-current={item.isCurrent ? 'page' : undefined}
          >
            {item.label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
