import type { AdUnitStores } from '@mille/stores/ad-units/ad-unit.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { commonMessages } from '../page/messages.ts'
import { detailMessages as messages } from './messages.ts'

export function ArchiveAdUnit({ stores }: { stores: AdUnitStores }) {
  const isArchiving = useStore(stores.$isArchiving)
  const [isAsking, setIsAsking] = useState(false)
  const toast = useToast()

  async function archive() {
    const isDone = await stores.archive()
    setIsAsking(false)
    if (isDone) toast.show({ title: messages.archived })
  }

  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {messages.archive}
      </Button>
      <Dialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={messages.archiveTitle}
        size="small"
        footer={
          <>
            <Button onClick={() => setIsAsking(false)}>{commonMessages.cancel}</Button>
            <Button variant="danger" isLoading={isArchiving} onClick={() => void archive()}>
              {messages.archive}
            </Button>
          </>
        }
      >
        <p>{messages.archiveText}</p>
      </Dialog>
    </>
  )
}
