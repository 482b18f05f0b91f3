import type { DepositAddress } from '@mille/api/payments/endpoints.ts'
import { Address } from '@mille/ui/address/address.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { QrCode } from '@mille/ui/qr-code/qr-code.tsx'
import layout from '../page/layout.module.css'
import { DepositPayment } from './deposit-payment.tsx'
import { minimumText } from './deposit-terms.tsx'
import styles from './finances.module.css'
import { depositMessages as messages } from './messages.ts'

export type DepositAddressStepProps = {
  address: DepositAddress
  /** Minimum deposit in units of 1e-8. Null if every payment is credited. */
  minimum: bigint | null
  /** Missing where no other currency can be chosen. */
  onBack?: () => void
}

/** The step with the deposit address. It shows incoming payments live. */
export function DepositAddressStep({ address, minimum, onBack }: DepositAddressStepProps) {
  const { token_code: code, address: text, uri, deposits } = address.attributes
  const shownMinimum = minimumText(minimum, code)
  return (
    <div className={`${layout.columns} ${layout.even}`}>
      <Card title={messages.address}>
        <div className={layout.tight}>
          <div className={styles.pay}>
            <QrCode value={uri} label={messages.qr(code)} />
            <div className={layout.tight}>
              <Address value={text} />
              <div>
                <Button href={uri} size="small" icon="external">
                  {messages.openWallet}
                </Button>
              </div>
            </div>
          </div>
          <Notice tone="warning">{messages.only(code)}</Notice>
          {shownMinimum !== null && (
            <Notice tone="warning">{messages.minimum(shownMinimum)}</Notice>
          )}
          {onBack && (
            <div>
              <Button variant="quiet" size="small" onClick={onBack}>
                {messages.again}
              </Button>
            </div>
          )}
        </div>
      </Card>
      <Card title={messages.seen}>
        <div role="status">
          {deposits.length === 0 ? (
            <Progress label={messages.waiting} detail="" />
          ) : (
            deposits.map(it => <DepositPayment key={it.id} deposit={it} />)
          )}
        </div>
      </Card>
    </div>
  )
}
