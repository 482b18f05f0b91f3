import type { CampaignDraftStores } from '@mille/stores/campaign-draft/campaign-draft.ts'
import { isWholeNetwork } from '@mille/stores/traffic-selection/selection-rules.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { popupMessages } from './popup-messages.ts'

const { affiliate: messages } = popupMessages

type AffiliateNoticeProps = { stores: CampaignDraftStores; restarted: string | null }

/**
 * A notice with a popup for people who came by a partner's link that names no traffic. The popup explains what the link
 * changes, and where the campaign runs; `restarted` says that the traffic in the link could not be used.
 */
export function AffiliateNotice({ stores, restarted }: AffiliateNoticeProps) {
  const { traffic } = useStore(stores.$draft)
  const unnamed = isWholeNetwork(traffic) ? messages.wholeNetwork : messages.chosenBefore
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
        <p>{restarted ?? unnamed}</p>
        <p>{messages.partner}</p>
      </Dialog>
    </Notice>
  )
}
