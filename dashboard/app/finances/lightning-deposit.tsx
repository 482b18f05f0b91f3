import type { LightningTerms } from '@mille/api/payments/endpoints.ts'
import type { Depositable } from '@mille/stores/payments/deposit.ts'
import { createLightningStores } from '@mille/stores/payments/lightning-deposit.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { LightningAmount } from './lightning-amount.tsx'
import { useLightningCurrency } from './lightning-amount-field.tsx'
import { LightningInvoice, type OnChain } from './lightning-invoice.tsx'
import { LightningInvoices } from './lightning-invoices.tsx'
import { lightningMessages as messages } from './lightning-messages.ts'

export type LightningDepositProps = {
  depositable: Depositable
  terms: LightningTerms
  /** The invoice that is shown; null for the form with the amount. */
  invoiceId: string | null
  onInvoice: (id: string | null) => void
  /** The amount that the form begins with, in satoshis. */
  amount?: bigint | undefined
  /** An address on the chain of the same account or campaign. */
  onChain: OnChain | null
  /** Opens the other way to pay, where there is one. */
  onPayOnChain?: (() => void) | undefined
  /** Called once when the invoice has been paid. */
  onPaid?: ((credited: bigint) => void) | undefined
}

/** A deposit by Lightning: the amount, then the invoice. Loaded only when it is chosen. */
export function LightningDeposit(props: LightningDepositProps) {
  const { depositable, terms, invoiceId, onInvoice, amount, onChain, onPayOnChain, onPaid } = props
  const api = useApi()
  const currency = useLightningCurrency()
  const [stores] = useState(() =>
    createLightningStores(api, { depositable, terms, currency, amount })
  )
  const deposit = useStore(stores.$deposit)
  const isPaid = useStore(stores.$phase) === 'paid'

  useEffect(() => {
    if (invoiceId === null) stores.leave()
    else if (stores.$deposit.get()?.id !== invoiceId) void stores.open(invoiceId)
  }, [stores, invoiceId])
  useEffect(() => (invoiceId === null ? undefined : stores.watch()), [stores, invoiceId])
  const tellPaid = useEffectEvent(() =>
    onPaid?.(BigInt(stores.$deposit.get()?.attributes.credited ?? 0))
  )
  useEffect(() => {
    if (isPaid) tellPaid()
  }, [isPaid])

  return (
    <div className={layout.stack}>
      {invoiceId === null ? (
        <>
          <LightningAmount
            {...{ stores, terms, currency }}
            onMade={onInvoice}
            onChain={onPayOnChain}
          />
          <LightningInvoices stores={stores} onOpen={onInvoice} />
        </>
      ) : deposit ? (
        <LightningInvoice
          {...{ stores, deposit, onChain, onPayOnChain }}
          onRenewed={onInvoice}
          onOther={() => onInvoice(null)}
        />
      ) : (
        <Loading stores={stores} onNew={() => onInvoice(null)} />
      )}
    </div>
  )
}

type LoadingProps = { stores: ReturnType<typeof createLightningStores>; onNew: () => void }

/** An invoice that has not been read yet, or that the account does not have. */
function Loading({ stores, onNew }: LoadingProps) {
  const isMissing = useStore(stores.$isMissing)
  const isOffline = useStore(stores.$isOffline)
  if (isMissing)
    return (
      <Notice
        tone="warning"
        title={messages.missing}
        isLive
        action={
          <Button size="small" onClick={onNew}>
            {messages.again}
          </Button>
        }
      >
        {messages.missingText}
      </Notice>
    )
  return (
    <>
      {isOffline && <Notice tone="warning" title={messages.offline} isLive />}
      <Progress label={messages.loading} detail="" />
    </>
  )
}
