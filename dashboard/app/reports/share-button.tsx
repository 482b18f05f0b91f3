import { createReportLinksStores, savedViewOf } from '@mille/stores/reports/report-links.ts'
import type { ReportView } from '@mille/stores/reports/report-view.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Suspense, useState } from 'react'
import { useStores } from '../page/app-context.tsx'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { shareMessages as messages } from './share-messages.ts'

const ShareReport = lazyPart(async () => (await import('./share-report.tsx')).ShareReport)

/** Opens the dialog of the account's share links. The report of the whole network cannot be shared. */
export function ShareButton({ view }: { view: ReportView }) {
  const stores = useStores(createReportLinksStores, null)
  const [isOpen, setIsOpen] = useState(false)
  const saved = savedViewOf(view)
  if (!saved) return null

  function open() {
    setIsOpen(true)
    void stores.load()
  }

  function close() {
    setIsOpen(false)
    stores.leave()
  }

  return (
    <>
      <Button onClick={open}>{messages.share}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareReport stores={stores} view={saved} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
