import type { AdUnitStores } from '@mille/stores/ad-units/ad-unit.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ConfirmDialog } from '../page/notices/confirm-dialog.tsx'
import { adUnitDetailMessages as messages } from './messages.ts'

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
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={messages.archiveTitle}
        action={messages.archive}
        isWorking={isArchiving}
        onConfirm={archive}
      >
        <p>{messages.archiveText}</p>
      </ConfirmDialog>
    </>
  )
}
