import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { shellMessages as messages } from './messages.ts'

/** For an account that an operator has suspended: why, what still works, and how to write to the operators. */
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
