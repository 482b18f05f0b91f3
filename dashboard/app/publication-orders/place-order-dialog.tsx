import type { NewOrderStores } from '@mille/stores/publication-orders/new-order.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { useStore } from '@nanostores/react'
import { commonMessages } from '../page/messages.ts'
import { orderMessages as messages } from './messages.ts'

export type PlaceOrderDialogProps = {
  stores: NewOrderStores
  isOpen: boolean
  /** The price as text. */
  amount: string
  days: number
  onClose: () => void
  onConfirm: () => void
}

/** Confirms the price before the money is put on hold. */
export function PlaceOrderDialog(props: PlaceOrderDialogProps) {
  const { stores, isOpen, amount, days, onClose, onConfirm } = props
  const isPlacing = useStore(stores.$isPlacing)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={open => !open && !isPlacing && onClose()}
      title={messages.confirmTitle}
      description={messages.confirmText(amount, days)}
      size="small"
      footer={
        <>
          <Button disabled={isPlacing} onClick={onClose}>
            {commonMessages.cancel}
          </Button>
          <Button variant="primary" isLoading={isPlacing} onClick={onConfirm}>
            {messages.confirmPlace(amount)}
          </Button>
        </>
      }
    />
  )
}
