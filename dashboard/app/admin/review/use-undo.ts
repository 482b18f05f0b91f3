import type { ReviewStores } from '@mille/stores/admin/review-queue.ts'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useCallback, useEffect } from 'react'
import { focusItem, useUndoKey } from '../../page/queue/use-undo-key.ts'
import { reviewMessages as messages } from './review-messages.ts'

const toastId = 'review-undo'

/**
 * Offers to undo the newest approval for as long as it is held back, by a toast and by Z. Held approvals are sent at once
 * when the page is left or hidden.
 */
export function useUndo(stores: ReviewStores): void {
  const toast = useToast()
  const newest = useStore(stores.$held).at(-1)

  const undo = useCallback((): string | null => {
    const id = stores.undo()
    if (id !== null) toast.show({ title: messages.undone, tone: 'info' })
    return id
  }, [stores, toast])

  useUndoKey(undo)
  // The toast is not shown again when an older approval is sent, because the newest one remains the same object.
  useEffect(() => {
    if (!newest) return toast.hide(toastId)
    toast.show({
      id: toastId,
      isKept: true,
      title: messages.approved(newest.item.creative.link_text),
      action: { label: messages.undo, onSelect: () => focusItem(undo()) }
    })
  }, [newest, toast, undo])

  useEffect(() => {
    const sendIfHidden = () => {
      if (document.visibilityState === 'hidden') stores.sendHeld()
    }
    window.addEventListener('pagehide', stores.sendHeld)
    document.addEventListener('visibilitychange', sendIfHidden)
    return () => {
      window.removeEventListener('pagehide', stores.sendHeld)
      document.removeEventListener('visibilitychange', sendIfHidden)
      stores.sendHeld()
      toast.hide(toastId)
    }
  }, [stores, toast])
}
