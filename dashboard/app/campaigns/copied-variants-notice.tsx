import type { CampaignDraftStores } from '@mille/stores/campaign-draft/campaign-draft.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { variantsMessages as messages } from './variants-messages.ts'

/** Says that a copied campaign has more ads than the one in the wizard, which can be left out. */
export function CopiedVariantsNotice({ stores }: { stores: CampaignDraftStores }) {
  const toast = useToast()

  function leaveOut() {
    const { copy_variants_of } = stores.$draft.get()
    stores.change({ copy_variants_of: '' })
    toast.show({
      title: messages.copiesLeftOut,
      action: { label: messages.undo, onSelect: () => stores.change({ copy_variants_of }) }
    })
  }

  return (
    <Notice
      title={messages.copiedTitle}
      action={
        <Button size="small" onClick={leaveOut}>
          {messages.copyFirstOnly}
        </Button>
      }
    >
      {messages.copiedText}
    </Notice>
  )
}
