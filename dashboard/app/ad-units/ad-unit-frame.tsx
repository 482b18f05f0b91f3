import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { createAdUnitStores } from '@mille/stores/ad-units/ad-unit.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense } from 'react'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { SectionNav } from '../page/navigation/section-nav.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { adUnitMessages, adUnitDetailMessages as messages } from './messages.ts'

const ArchiveAdUnit = lazyPart(async () => (await import('./archive-ad-unit.tsx')).ArchiveAdUnit)

/** The common frame of an ad unit's pages: its name, its state and the links to its other pages. */
export function AdUnitFrame({
  loaded,
  children
}: {
  loaded: AdUnit
  children: (unit: AdUnit) => ReactNode
}) {
  const stores = useStores(createAdUnitStores, loaded)
  const unit = useStore(stores.$unit)
  const problem = useStore(stores.$problem)
  const { name, state, page_url } = unit.attributes
  const isArchived = state === 'archived'
  const address = `/ad-units/${unit.id}`
  return (
    <div className={layout.stack}>
      <PageHeader
        title={name}
        description={page_url}
        badge={isArchived && <Badge>{adUnitMessages.archived}</Badge>}
        back={{ href: '/ad-units', label: messages.back }}
        actions={
          !isArchived && (
            <Suspense fallback={null}>
              <ArchiveAdUnit stores={stores} />
            </Suspense>
          )
        }
      />
      <SectionNav
        label={messages.pages}
        places={[
          { href: address, label: messages.report },
          { href: `${address}/placement`, label: messages.placement },
          { href: `${address}/money`, label: messages.money }
        ]}
      />
      <ProblemNotice problem={problem} />
      {isArchived && <Notice>{messages.archivedNote}</Notice>}
      {children(unit)}
    </div>
  )
}
