import type { CampaignStores } from '@mille/stores/campaigns/campaign.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import layout from '../page/layout.module.css'
import { ConfirmDialog } from '../page/notices/confirm-dialog.tsx'
import { campaignDetailMessages as messages } from './campaign-messages.ts'
import { DuplicateCampaign } from './duplicate-campaign.tsx'

/** Pauses, resumes or archives a campaign. Archiving cannot be undone, so only archiving asks for confirmation. */
export function CampaignActions({ stores }: { stores: CampaignStores }) {
  const campaign = useStore(stores.$campaign)
  const can = useStore(stores.$can)
  const work = useStore(stores.$work)
  const [isAsking, setIsAsking] = useState(false)
  const toast = useToast()

  async function pause() {
    await stores.pause()
    if (stores.$problem.get()) return
    toast.show({
      title: messages.paused,
      action: { label: messages.undo, onSelect: () => void stores.resume() }
    })
  }

  async function archive() {
    await stores.archive()
    setIsAsking(false)
    if (!stores.$problem.get()) toast.show({ title: messages.archived })
  }

  return (
    <>
      {campaign.state !== 'archived' && (
        <Button href={`/campaigns/${campaign.id}/edit`}>{messages.edit}</Button>
      )}
      {can.pause && (
        <Button icon="pause" isLoading={work === 'pausing'} onClick={() => void pause()}>
          {messages.pause}
        </Button>
      )}
      {can.resume && (
        <Button icon="play" isLoading={work === 'resuming'} onClick={() => void stores.resume()}>
          {messages.resume}
        </Button>
      )}
      <DuplicateCampaign stores={stores} />
      {can.archive && (
        <Button variant="quiet" onClick={() => setIsAsking(true)}>
          {messages.archive}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={messages.archiveTitle}
        action={messages.archive}
        isWorking={work === 'archiving'}
        onConfirm={archive}
      >
        <div className={layout.tight}>
          <p>{messages.archiveText}</p>
          <ComparedAmount units={campaign.balance} asset={campaign.asset} size="large" />
        </div>
      </ConfirmDialog>
    </>
  )
}
