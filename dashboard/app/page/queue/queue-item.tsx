import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { nextItem } from './use-queue-keys.ts'

/** An item of a queue that the keys J and K can reach. When a decided item disappears, the next item gets the focus. */
export function QueueItem({ id = '', children }: { id?: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const item = ref.current
    return () => {
      const next = item && nextItem(item)
      if (item?.contains(document.activeElement)) next?.focus()
      // The dialog that asked for the reason may close together with the item, so its focus would be lost.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) next?.focus()
      })
    }
  }, [])
  return (
    <div ref={ref} data-queue-item={id} tabIndex={-1}>
      {children}
    </div>
  )
}
