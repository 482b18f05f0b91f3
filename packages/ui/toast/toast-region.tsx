import { Toast as BaseToast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-shapes.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import styles from './toast.module.css'
import type { ToastMessage, ToastQueue, ToastTone } from './toast.tsx'

const toneIcons = { success: 'success', info: 'info', alarm: 'alert' } as const satisfies Record<
  ToastTone,
  IconName
>

/** Displays the messages of a ToastProvider. */
export function ToastRegion({ queue }: { queue: ToastQueue }) {
  return (
    <BaseToast.Provider timeout={6000}>
      <BaseToast.Portal>
        <BaseToast.Viewport className={styles.viewport} aria-label="Messages">
          <Messages />
        </BaseToast.Viewport>
      </BaseToast.Portal>
      <Receiver queue={queue} />
    </BaseToast.Provider>
  )
}

function Receiver({ queue }: { queue: ToastQueue }) {
  const { add, close } = BaseToast.useToastManager()
  useEffect(() => {
    function show(message: ToastMessage) {
      const { title, description, tone = 'success', action, isKept = false } = message
      const timeout = action === undefined ? 6000 : 12_000
      const id: string = add({
        ...(message.id !== undefined && { id: message.id }),
        title,
        description,
        type: tone,
        timeout: isKept ? 0 : timeout,
        ...(action && {
          actionProps: {
            children: action.label,
            onClick() {
              action.onSelect()
              if (!isKept) close(id)
            }
          }
        })
      })
    }
    return queue.listen({ show, hide: close })
  }, [queue, add, close])
  return null
}

function Messages() {
  const { toasts } = BaseToast.useToastManager()
  return toasts.map(toast => {
    const tone = readTone(toast.type)
    return (
      <BaseToast.Root key={toast.id} toast={toast} className={styles.toast}>
        <span className={joinClasses(styles.icon, styles[tone])}>
          <Icon name={toneIcons[tone]} />
        </span>
        <BaseToast.Content className={styles.words}>
          <BaseToast.Title className={styles.title} render={<p />} />
          <BaseToast.Description className={styles.description} />
        </BaseToast.Content>
        <BaseToast.Action className={styles.action} />
        <BaseToast.Close render={<IconButton icon="close" label="Dismiss" size="small" />} />
      </BaseToast.Root>
    )
  })
}

function readTone(type: string | undefined): ToastTone {
  return type === 'info' || type === 'alarm' ? type : 'success'
}
