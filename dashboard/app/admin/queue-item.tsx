import type { ReactNode } from 'react'

/** One of a queue, that J and K go to. */
export function QueueItem({ children }: { children: ReactNode }) {
  return (
    <div data-queue-item="" tabIndex={-1}>
      {children}
    </div>
  )
}
