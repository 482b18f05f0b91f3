import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { IconButton } from '../icon-button/icon-button.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import styles from './dialog.module.css'

export type DialogProps = {
  isOpen: boolean
  /** Called with false on Esc, the close button and a press beside the dialog. */
  onOpenChange: (isOpen: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the end, the main one last. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large' | undefined
  /** What was typed inside would be lost by a slip of the mouse: only Esc and the buttons close it. */
  isKeptOnOutsidePress?: boolean | undefined
}

/** A question in front of the page. The focus goes in, stays in and comes back; the page behind does not scroll. */
export function Dialog(props: DialogProps) {
  const { isOpen, onOpenChange, title, description, children, footer, size = 'medium' } = props
  return (
    <BaseDialog.Root
      open={isOpen}
      onOpenChange={open => onOpenChange(open)}
      disablePointerDismissal={props.isKeptOnOutsidePress ?? false}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Viewport className={styles.viewport}>
          <BaseDialog.Popup className={joinClasses(styles.popup, styles[size])}>
            <header className={styles.header}>
              <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
              {description !== undefined && (
                <BaseDialog.Description className={styles.description} render={<div />}>
                  {description}
                </BaseDialog.Description>
              )}
            </header>
            {children !== undefined && <div className={styles.body}>{children}</div>}
            {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
            {/* Last, so that the focus goes to the first field or button of the question itself. */}
            <span className={styles.close}>
              <BaseDialog.Close render={<IconButton icon="close" label="Close" />} />
            </span>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
