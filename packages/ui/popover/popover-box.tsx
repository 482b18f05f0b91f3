import { Popover as BasePopover } from '@base-ui/react/popover'
import { joinClasses } from '../shared/join-classes.ts'
import popup from '../shared/popup.module.css'
import type { TriggerRef } from '../shared/stand-in.tsx'
import styles from './popover.module.css'
import type { PopoverProps } from './popover.tsx'

type PopoverBoxProps = PopoverProps & { triggerRef: TriggerRef }

/** Implementation of Popover, loaded on demand. */
export function PopoverBox({
  trigger,
  title,
  children,
  align = 'end',
  isOpen,
  onOpenChange,
  triggerRef
}: PopoverBoxProps) {
  return (
    <BasePopover.Root
      {...(isOpen === undefined ? {} : { open: isOpen })}
      onOpenChange={open => onOpenChange?.(open)}
    >
      <BasePopover.Trigger ref={triggerRef} render={trigger} />
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
