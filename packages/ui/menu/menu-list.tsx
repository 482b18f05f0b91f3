import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Icon } from '../icon/icon.tsx'
import { Link } from '../link/link.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import popup from '../shared/popup.module.css'
import type { TriggerRef } from '../shared/stand-in.tsx'
import styles from './menu.module.css'
import type { MenuItem, MenuProps } from './menu.tsx'

type MenuListProps = MenuProps & { triggerRef: TriggerRef }

/** Implementation of Menu, loaded on demand. */
export function MenuList({ trigger, items, align = 'end', triggerRef }: MenuListProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger ref={triggerRef} render={trigger} />
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
