import { Button } from '@mille/ui/button/button.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import type { ReactNode } from 'react'
import layout from '../page/layout.module.css'
import { SectionNav } from '../page/navigation/section-nav.tsx'
import { FrozenNotice } from './frozen-notice.tsx'
import { financeMessages as messages } from './messages.ts'
import { useFreeze } from './use-freeze.ts'

const places = [
  { href: '/finances', label: messages.overview },
  { href: '/finances/history', label: messages.operations },
  { href: '/finances/withdraw', label: messages.withdraw }
]

/** The common frame of the finance pages: their title, the deposit button and their navigation. */
export function FinancesFrame({
  description,
  children
}: {
  description: string
  children: ReactNode
}) {
  const freeze = useFreeze()
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={description}
        actions={
          <Button href="/finances/deposit" variant="primary">
            {messages.deposit}
          </Button>
        }
      />
      {freeze && <FrozenNotice freeze={freeze} />}
      <SectionNav label={messages.pages} places={places} />
      {children}
    </div>
  )
}
