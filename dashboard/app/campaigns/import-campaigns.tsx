import { Button } from '@mille/ui/button/button.tsx'
import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { campaignMessages as messages } from './campaign-messages.ts'

/** The import code loads only when it is opened, because few people import a file. */
const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)

export function ImportCampaigns() {
  const [isOpen, setIsOpen] = useState(false)
  const { revalidate } = useRevalidator()
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{messages.importCsv}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ImportDialog onClose={() => setIsOpen(false)} onImported={() => void revalidate()} />
        </Suspense>
      )}
    </>
  )
}
