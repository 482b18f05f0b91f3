import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-shapes.tsx'
import { Link } from '../link/link.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import popup from '../shared/popup.module.css'
import styles from './menu.module.css'

export type MenuItem =
  | {
      kind: 'action'
      label: string
      icon?: IconName
      isDanger?: boolean
      isDisabled?: boolean
      onSelect: () => void
    }
  | { kind: 'link'; label: string; icon?: IconName; href: string }
  | { kind: 'separator'; id: string }

export type MenuProps = {
  /** A Button or IconButton that opens the menu. */
  trigger: ReactElement
  items: readonly MenuItem[]
  align?: 'start' | 'end' | undefined
}

/** What can be done with a thing, behind a button. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={popup.positioner} sideOffset={4} align={align}>
          <BaseMenu.Popup className={joinClasses(popup.popup, styles.menu)}>
            {items.map(item => (
              <Item key={item.kind === 'separator' ? item.id : item.label} item={item} />
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

function Item({ item }: { item: MenuItem }) {
  if (item.kind === 'separator') return <BaseMenu.Separator className={styles.separator} />
  const content = (
    <>
      {item.icon && <Icon name={item.icon} />}
      {item.label}
    </>
  )
  if (item.kind === 'link') {
    return (
      <BaseMenu.LinkItem className={styles.item} closeOnClick render={<Link href={item.href} />}>
        {content}
      </BaseMenu.LinkItem>
    )
  }
  return (
    <BaseMenu.Item
      className={joinClasses(styles.item, item.isDanger && styles.danger)}
      disabled={item.isDisabled ?? false}
      onClick={item.onSelect}
    >
      {content}
    </BaseMenu.Item>
  )
}
