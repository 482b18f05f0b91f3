import { createFeeEstimateStores, estimateFee } from '@mille/stores/admin/fee-estimate.ts'
import type { OperatorSettingsStores } from '@mille/stores/admin/settings.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { useApi } from '../../page/app-context.tsx'
import { Facts } from '../../page/facts.tsx'
import { formatDate } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { feeEstimateMessages as messages } from './settings-messages.ts'

export type FeeEstimateProps = {
  id: 'fee_basis_points' | 'premium_fee_basis_points'
  text: string
  stores: OperatorSettingsStores
}

/** Says what the network would have kept of 30 days' charges with the fee that is typed. */
export function FeeEstimate({ id, text, stores }: FeeEstimateProps) {
  const api = useApi()
  const estimates = useMemo(() => createFeeEstimateStores(api), [api])
  const basis = useStore(estimates.$basis)
  const settings = useStore(stores.$settings)
  useEffect(() => void estimates.load(), [estimates])
  const estimate = basis && estimateFee(basis, settings, { id, text })
  if (!estimate) return null
  const { amounts } = estimate
  const to = formatDate(estimate.to)
  return (
    <div className={layout.tight} role="status">
      <p className={`${layout.soft} ${layout.small}`}>
        {amounts.length === 0 ? messages.nothing(to) : messages.text(to)}
      </p>
      {amounts.map(({ asset, charged, before, after }) => (
        <Facts
          key={asset}
          facts={[
            [messages.charged, <Amount key="charged" units={charged} asset={asset} size="small" />],
            [messages.before, <Amount key="before" units={before} asset={asset} size="small" />],
            [
              messages.after(text.trim()),
              <Amount key="after" units={after} asset={asset} size="small" />
            ]
          ]}
        />
      ))}
    </div>
  )
}
