import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useState } from 'react'
import { popupMessages } from './popup-messages.ts'

const { affiliate: messages } = popupMessages

/**
 * For people who came by a partner's link that names no place where a campaign could run: what that changes, in a
 * popup. `traffic` says where the campaign runs, and why there.
 */
export function AffiliateNotice({ traffic }: { traffic: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Notice
      action={
        <Button size="small" onClick={() => setIsOpen(true)}>
          {messages.open}
        </Button>
      }
    >
      {messages.notice}
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={messages.title}
        size="small"
        footer={
          <Button variant="primary" onClick={() => setIsOpen(false)}>
            {messages.close}
          </Button>
        }
      >
        <p>{traffic}</p>
        <p>{messages.partner}</p>
      </Dialog>
    </Notice>
  )
}
