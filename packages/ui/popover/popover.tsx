import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { joinClasses } from '../shared/join-classes.ts'
import popup from '../shared/popup.module.css'
import styles from './popover.module.css'

export type PopoverProps = {
  /** A Button or IconButton that opens it. */
  trigger: ReactElement
  title: string
  children: ReactNode
  align?: 'start' | 'end' | undefined
  isOpen?: boolean | undefined
  onOpenChange?: ((isOpen: boolean) => void) | undefined
}

/** More than a menu, less than a dialog: notifications, an explanation with links. */
export function Popover({
  trigger,
  title,
  children,
  align = 'end',
  isOpen,
  onOpenChange
}: PopoverProps) {
  return (
    <BasePopover.Root
      {...(isOpen === undefined ? {} : { open: isOpen })}
      onOpenChange={open => onOpenChange?.(open)}
    >
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner className={popup.positioner} sideOffset={6} align={align}>
          <BasePopover.Popup className={joinClasses(popup.popup, styles.popover)}>
            <BasePopover.Title className={styles.title}>{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
