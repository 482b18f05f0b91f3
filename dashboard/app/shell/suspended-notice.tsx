import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { shellMessages as messages } from './messages.ts'

/**
 * A notice for an account that an operator has suspended: the reason, what still works, and how to contact the
 * operators.
 */
export function SuspendedNotice({ reason }: { reason: string }) {
  return (
    <Notice
      tone="alarm"
      title={messages.suspendedTitle}
      isBanner
      action={
        <Button size="small" href="#live-chat">
          {messages.chat}
        </Button>
      }
    >
      {messages.suspendedText(reason)}
    </Notice>
  )
}
