import { Toast as BaseToast } from '@base-ui/react/toast'
import { type ReactNode, useMemo } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-shapes.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import styles from './toast.module.css'

export type ToastTone = 'success' | 'info' | 'alarm'

export type ToastMessage = {
  title: string
  description?: string | undefined
  tone?: ToastTone | undefined
  /** Mostly `Undo`. A toast with an action stays twice as long. */
  action?: { label: string; onSelect: () => void } | undefined
}

const toneIcons = { success: 'success', info: 'info', alarm: 'alert' } as const satisfies Record<
  ToastTone,
  IconName
>

/** Stands once around the application; F6 goes to the messages. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <BaseToast.Provider timeout={6000}>
      {children}
      <BaseToast.Portal>
        <BaseToast.Viewport className={styles.viewport} aria-label="Messages">
          <Messages />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  )
}

/** Says that something was done, without taking the focus. Inside of a ToastProvider. */
export function useToast(): { show: (message: ToastMessage) => void } {
  const { add, close } = BaseToast.useToastManager()
  return useMemo(
    () => ({
      show({ title, description, tone = 'success', action }: ToastMessage) {
        const id: string = add({
          title,
          description,
          type: tone,
          timeout: action === undefined ? 6000 : 12_000,
          ...(action && {
            actionProps: {
              children: action.label,
              onClick() {
                action.onSelect()
                close(id)
              }
            }
          })
        })
      }
    }),
    [add, close]
  )
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
