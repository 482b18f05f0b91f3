import { createContext, type ReactNode, useContext, useState } from 'react'
import { later, usePart, usePrefetch } from '../shared/later.ts'

export type ToastTone = 'success' | 'info' | 'alarm'

export type ToastMessage = {
  title: string
  description?: string | undefined
  tone?: ToastTone | undefined
  /** A message with the ID of one that is shown replaces it. */
  id?: string | undefined
  /** Whether the toast is shown until it is hidden by its ID, so that its action is there for as long as it works. */
  isKept?: boolean | undefined
  /** Action of the toast, mostly `Undo`. A toast with an action is shown twice as long. */
  action?: { label: string; onSelect: () => void } | undefined
}

const region = later(async () => (await import('./toast-region.tsx')).ToastRegion)

const ToastContext = createContext<ToastQueue | null>(null)

/** Provides toasts. Used once around the application; F6 moves the focus to the messages. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [queue] = useState(createToastQueue)
  const ToastRegion = usePart(region)
  return (
    <ToastContext value={queue}>
      {children}
      {ToastRegion && <ToastRegion queue={queue} />}
    </ToastContext>
  )
}

/** Returns a function that reports a completed action without taking the focus. Requires a ToastProvider. */
export function useToast(): Pick<ToastQueue, 'show' | 'hide'> {
  const queue = useContext(ToastContext)
  if (queue === null) throw new Error('There is no ToastProvider around')
  usePrefetch(region)
  return queue
}

export type ToastQueue = ReturnType<typeof createToastQueue>

type Shown = { show: (message: ToastMessage) => void; hide: (id: string) => void }

/** Creates a queue in which messages wait until the region that displays them has loaded. */
function createToastQueue() {
  let waiting: ToastMessage[] = []
  let shown: Shown | null = null
  return {
    show(message: ToastMessage) {
      if (shown) return shown.show(message)
      waiting = [...waiting.filter(it => it.id === undefined || it.id !== message.id), message]
      void region.load()
    },
    /** Closes the message with an ID, if it is shown. */
    hide(id: string) {
      if (shown) shown.hide(id)
      else waiting = waiting.filter(it => it.id !== id)
    },
    listen(listener: Shown) {
      shown = listener
      for (const message of waiting.splice(0)) listener.show(message)
      return () => {
        shown = null
      }
    }
  }
}
