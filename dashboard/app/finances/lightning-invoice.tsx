import type { DepositAddress, LightningDeposit } from '@mille/api/payments/endpoints.ts'
import {
  invoiceCode,
  isPaidLate,
  isUnified,
  type LightningStores,
  paidAbove
} from '@mille/stores/payments/lightning-deposit.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { CopyButton } from '@mille/ui/copy-button/copy-button.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { QrCode } from '@mille/ui/qr-code/qr-code.tsx'
import { useStore } from '@nanostores/react'
import { Facts } from '../page/facts.tsx'
import { formatMoney } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { DepositPayment } from './deposit-payment.tsx'
import styles from './finances.module.css'
import { lightningMessages as messages } from './lightning-messages.ts'
import { LightningRefusal } from './lightning-refusal.tsx'

/** An address on the chain that the QR code of the invoice names too. */
export type OnChain = { address: DepositAddress; minimum: bigint | null }

export type LightningInvoiceProps = {
  stores: LightningStores
  deposit: LightningDeposit
  onChain: OnChain | null
  onRenewed: (id: string) => void
  onOther: () => void
  onPayOnChain: (() => void) | undefined
}

/** An invoice: how to pay it until it expires, and what became of it. It follows the payment without a reload. */
export function LightningInvoice(props: LightningInvoiceProps) {
  const { stores, deposit, onChain, onRenewed, onOther, onPayOnChain } = props
  const phase = useStore(stores.$phase)
  const isOffline = useStore(stores.$isOffline)
  const isMaking = useStore(stores.$isMaking)
  const { fields, general } = useStore(stores.$problems)
  const isPayable = phase === 'open' || phase === 'expiring'
  const refusal = fields.amount === undefined ? general[0] : { code: '', detail: fields.amount }

  const renew = async () => {
    const id = await stores.renew()
    if (id !== null) onRenewed(id)
  }
  return (
    <Card title={messages.invoice}>
      <div className={layout.tight}>
        {isPayable && <Payable stores={stores} deposit={deposit} onChain={onChain} />}
        <div role="status" className={layout.tight}>
          {phase === 'paid' ? (
            <Paid attributes={deposit.attributes} />
          ) : phase === 'expired' ? (
            <Notice tone="warning" title={messages.expired}>
              {messages.expiredText}
            </Notice>
          ) : (
            phase && <Progress label={messages.waiting[phase]} detail="" />
          )}
          {isOffline && (
            <Notice tone="warning" title={messages.offline}>
              {isPayable && messages.offlineText}
            </Notice>
          )}
        </div>
        <LightningRefusal problem={refusal} messages={messages} onChain={onPayOnChain} />
        <div className={layout.row}>
          {(phase === 'expired' || phase === 'expiring') && (
            <Button
              variant={phase === 'expired' ? 'primary' : 'secondary'}
              isLoading={isMaking}
              onClick={() => void renew()}
            >
              {messages.again}
            </Button>
          )}
          <Button variant="quiet" onClick={onOther}>
            {phase === 'paid' ? messages.another : messages.other}
          </Button>
        </div>
      </div>
    </Card>
  )
}

type PayableProps = Pick<LightningInvoiceProps, 'stores' | 'deposit' | 'onChain'>

function Payable({ stores, deposit, onChain }: PayableProps) {
  const { invoice, amount, created_at: createdAt } = deposit.attributes
  const chain = onChain && { uri: onChain.address.attributes.uri, minimum: onChain.minimum }
  const payments = onChain?.address.attributes.deposits.filter(it => it.seen_at >= createdAt) ?? []
  return (
    <>
      <div className={`${styles.pay} ${styles.payInvoice}`}>
        <QrCode value={invoiceCode(deposit.attributes, chain)} label={messages.qr} isLarge />
        <div className={layout.tight}>
          <Facts
            facts={[
              [messages.toPay, <ComparedAmount key="amount" units={BigInt(amount)} asset="BTC" />],
              [messages.expires, <TimeLeft key="left" stores={stores} />]
            ]}
          />
          <div className={layout.row}>
            <CopyButton text={invoice} label={messages.copy} />
            <Button href={`lightning:${invoice}`} size="small" icon="external">
              {messages.openWallet}
            </Button>
          </div>
          {isUnified(amount, chain) && (
            <p className={`${layout.soft} ${layout.small}`}>{messages.unified}</p>
          )}
        </div>
      </div>
      {payments.length > 0 && (
        <div role="status">
          <p className={styles.label}>{messages.seen}</p>
          {payments.map(it => (
            <DepositPayment key={it.id} deposit={it} />
          ))}
        </div>
      )}
    </>
  )
}

/** The time until the invoice expires. Screen readers do not announce each second. */
function TimeLeft({ stores }: Pick<LightningInvoiceProps, 'stores'>) {
  const seconds = useStore(stores.$secondsLeft)
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <bdi role="timer" aria-live="off" dir="ltr">
      {text}
    </bdi>
  )
}

function Paid({ attributes }: Pick<LightningDeposit, 'attributes'>) {
  const isCampaign = attributes.depositable_type === 'campaign'
  const above = paidAbove(attributes)
  const amount = formatMoney(BigInt(attributes.credited ?? 0), 'BTC')
  return (
    <Notice tone="success" title={messages.paid(amount, isCampaign)}>
      {above > 0n && <p>{messages.above(formatMoney(above, 'BTC'))}</p>}
      {isPaidLate(attributes) && <p>{messages.late}</p>}
      {isCampaign && <p>{messages.ofCampaign}</p>}
      <Link href="/finances/history">{messages.history}</Link>
    </Notice>
  )
}
