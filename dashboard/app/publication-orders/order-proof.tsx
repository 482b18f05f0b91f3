import type { ProofCheck } from '@mille/api/marketplace/endpoints.ts'
import type { OrderStores } from '@mille/stores/publication-orders/order.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useStore } from '@nanostores/react'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { ForeignLink } from '../page/navigation/foreign-link.tsx'
import { orderMessages as messages } from './messages.ts'
import { proofFindings } from './proof-findings.ts'

/** The address of the publication, and the results of the network's check of it. */
export function OrderProof({ stores }: { stores: OrderStores }) {
  const { proof_url, proof, proof_lost_at, state, side } = useStore(stores.$order).data.attributes
  const work = useStore(stores.$work)
  if (proof_url === null) return null
  const isWaiting = proof_lost_at !== null && (state === 'published' || state === 'confirmed')
  return (
    <Card
      title={messages.proof}
      actions={
        side !== 'operator' && (
          <Button
            size="small"
            isLoading={work === 'checking'}
            onClick={() => void stores.checkProof()}
          >
            {messages.checkAgain}
          </Button>
        )
      }
    >
      <div className={layout.tight}>
        <p>
          <ForeignLink href={proof_url} />
        </p>
        {isWaiting && side !== 'operator' && (
          <Notice tone="warning" title={messages.lostSince(formatMoment(proof_lost_at))}>
            {messages.lost[side]}
          </Notice>
        )}
        {proof && <Findings proof={proof} />}
      </div>
    </Card>
  )
}

function Findings({ proof }: { proof: ProofCheck }) {
  const marks = proof.rel.filter(it => ['sponsored', 'nofollow', 'ugc'].includes(it)).join(', ')
  return (
    <>
      <ul className={layout.plainList}>
        {proofFindings(proof).map(({ isGood, words }) => (
          <li key={words}>
            <Badge tone={isGood ? 'positive' : 'warning'} isSentence>
              {words}
            </Badge>
          </li>
        ))}
      </ul>
      {proof.has_link && (
        <p className={layout.soft}>{marks === '' ? messages.unmarked : messages.marked(marks)}</p>
      )}
      <p className={`${layout.soft} ${layout.small}`}>
        {messages.checkedAt(formatMoment(proof.checked_at))}
      </p>
    </>
  )
}
