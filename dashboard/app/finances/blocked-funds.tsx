import type { FinanceHold } from '@mille/api/finances/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { useState } from 'react'
import { HoldsTable } from './holds-table.tsx'
import { financeMessages as messages } from './messages.ts'

/** A dialog with the funds on hold, the reasons and the end dates. */
export function BlockedFunds({ holds }: { holds: readonly FinanceHold[] }) {
  const [isOpen, setIsOpen] = useState(false)
  if (holds.length === 0) return null
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsOpen(true)}>
        {messages.showBlocked}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={messages.blocked}
        description={messages.blockedText}
        size="large"
        footer={<Button onClick={() => setIsOpen(false)}>{messages.close}</Button>}
      >
        <HoldsTable holds={holds} />
      </Dialog>
    </>
  )
}
