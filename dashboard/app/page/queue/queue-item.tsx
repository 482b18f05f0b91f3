import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { nextItem } from './use-queue-keys.ts'

/** One of a queue, that J and K go to. When it is decided and goes, the next one takes its place under the keys. */
export function QueueItem({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const item = ref.current
    return () => {
      const next = item && nextItem(item)
      if (item?.contains(document.activeElement)) next?.focus()
      // The window that asked for the reason may go with it, and the focus that was in there.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) next?.focus()
      })
    }
  }, [])
  return (
    <div ref={ref} data-queue-item="" tabIndex={-1}>
      {children}
    </div>
  )
}
