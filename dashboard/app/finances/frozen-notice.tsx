import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { formatMoment } from '../page/formats.ts'
import { frozenMessages as messages } from './messages.ts'
import type { Freeze } from './use-freeze.ts'

/**
 * A notice for an account whose payouts an operator has frozen: the reason, the end date and how to contact the
 * operators.
 */
export function FrozenNotice({ freeze: { reason, until } }: { freeze: Freeze }) {
  return (
    <Notice
      tone="warning"
      title={messages.title}
      action={
        <Button size="small" href="#live-chat">
          {messages.chat}
        </Button>
      }
    >
      <p>{messages.reason(reason)}</p>
      <p>{messages.text}</p>
      <p>{until === null ? messages.noEnd : messages.until(formatMoment(until))}</p>
    </Notice>
  )
}
