import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { IconButton } from '../icon-button/icon-button.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import styles from './dialog.module.css'
import type { DialogProps } from './dialog.tsx'

/** Implementation of Dialog, loaded on demand. */
export function DialogBox(props: DialogProps) {
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
            {/* The close button comes last, so that the focus goes to the first field or button of the dialog's
                content. */}
            <span className={styles.close}>
              <BaseDialog.Close render={<IconButton icon="close" label="Close" />} />
            </span>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
