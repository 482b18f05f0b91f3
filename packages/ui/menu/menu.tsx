import type { ReactElement } from 'react'
import type { IconName } from '../icon/icon-shapes.tsx'
import { later } from '../shared/later.ts'
import { StandIn, useStandIn } from '../shared/stand-in.tsx'

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

const list = later(async () => (await import('./menu-list.tsx')).MenuList)

/** Menu of the actions on an item, opened by a button. */
export function Menu(props: MenuProps) {
  const { real: MenuList, ref, press } = useStandIn(list)
  if (MenuList) return <MenuList {...props} triggerRef={ref} />
  return <StandIn trigger={props.trigger} popup="menu" triggerRef={ref} onPress={press} />
}
