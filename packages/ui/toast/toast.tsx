import { createContext, type ReactNode, useContext, useState } from 'react'
import { later, usePart, usePrefetch } from '../shared/later.ts'

export type ToastTone = 'success' | 'info' | 'alarm'

export type ToastMessage = {
  title: string
  description?: string | undefined
  tone?: ToastTone | undefined
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
export function useToast(): Pick<ToastQueue, 'show'> {
  const queue = useContext(ToastContext)
  if (queue === null) throw new Error('There is no ToastProvider around')
  usePrefetch(region)
  return queue
}

export type ToastQueue = ReturnType<typeof createToastQueue>

/** Creates a queue in which messages wait until the region that displays them has loaded. */
function createToastQueue() {
  const waiting: ToastMessage[] = []
  let take: ((message: ToastMessage) => void) | null = null
  return {
    show(message: ToastMessage) {
      if (take) return take(message)
      waiting.push(message)
      void region.load()
    },
    listen(listener: (message: ToastMessage) => void) {
      take = listener
      for (const message of waiting.splice(0)) listener(message)
      return () => {
        take = null
      }
    }
  }
}
