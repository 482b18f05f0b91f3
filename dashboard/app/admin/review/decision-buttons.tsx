import { Button } from '@mille/ui/button/button.tsx'
import { reviewMessages as messages } from './review-messages.ts'

export type DecisionButtonsProps = {
  isDeciding: boolean
  onApprove: () => void
  /** Called when the operator presses “Reject”, which asks for a reason. */
  onReject: () => void
}

/** The buttons that approve or reject a reviewed item, with their keys. */
export function DecisionButtons({ isDeciding, onApprove, onReject }: DecisionButtonsProps) {
  return (
    <>
      <Button aria-keyshortcuts="r" isLoading={isDeciding} onClick={onReject}>
        {messages.reject}
      </Button>
      <Button variant="primary" aria-keyshortcuts="a" isLoading={isDeciding} onClick={onApprove}>
        {messages.approve}
      </Button>
    </>
  )
}
