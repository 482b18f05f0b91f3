import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { nextItem } from './use-queue-keys.ts'

/** One of a queue, that J and K go to. When it is decided and goes, the next one takes its place under the keys. */
export function QueueItem({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const item = ref.current
    return () => {
      if (item?.contains(document.activeElement)) nextItem(item)?.focus()
    }
  }, [])
  return (
    <div ref={ref} data-queue-item="" tabIndex={-1}>
      {children}
    </div>
  )
}
