import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useState } from 'react'
import { popupMessages } from './popup-messages.ts'

const { affiliate: messages } = popupMessages

/**
 * A notice with a popup for people who came by a partner's link that names no traffic. The popup explains what the link
 * changes; `traffic` says where the campaign runs, and why.
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
