import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { shellMessages as messages } from './messages.ts'
import { suspendedMessages } from './suspended-messages.ts'

/**
 * A notice for an account that an operator has suspended: the reason, what still works, and how to contact the
 * operators.
 */
export function SuspendedNotice({ reason }: { reason: string }) {
  return (
    <Notice
      tone="alarm"
      title={suspendedMessages.suspendedTitle}
      isBanner
      action={
        <Button size="small" href="#live-chat">
          {messages.chat}
        </Button>
      }
    >
      {suspendedMessages.suspendedText(reason)}
    </Notice>
  )
}
