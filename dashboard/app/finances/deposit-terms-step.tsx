import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { useState } from 'react'
import { formatMoney } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import styles from './finances.module.css'
import { financeMessages, depositMessages as messages } from './messages.ts'

export type DepositTermsStepProps = {
  tokenCode: string
  confirmations: number
  minimum: bigint | null
  isLoading: boolean
  onAccept: () => void
  onBack: () => void
}

/** Returns the minimum deposit as text, or null if there is no minimum. */
export const minimumText = (minimum: bigint | null, tokenCode: string) =>
  minimum === null ? null : formatMoney(minimum, tokenCode === 'BTC' ? 'BTC' : 'USD')

/** The step with the terms of a deposit, shown before the address. */
export function DepositTermsStep(props: DepositTermsStepProps) {
  const { tokenCode, confirmations, minimum } = props
  const [isReading, setIsReading] = useState(false)
  return (
    <Card title={messages.termsTitle}>
      <div className={layout.form}>
        <ul className={styles.terms}>
          {messages.terms(tokenCode, confirmations, minimumText(minimum, tokenCode)).map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <div>
          <button type="button" className={layout.textButton} onClick={() => setIsReading(true)}>
            {messages.readTerms}
          </button>
        </div>
        <div className={layout.row}>
          <Button variant="primary" isLoading={props.isLoading} onClick={props.onAccept}>
            {messages.accept}
          </Button>
          <Button variant="quiet" onClick={props.onBack}>
            {messages.again}
          </Button>
        </div>
      </div>
      <Dialog
        isOpen={isReading}
        onOpenChange={setIsReading}
        title={messages.readTerms}
        footer={<Button onClick={() => setIsReading(false)}>{financeMessages.close}</Button>}
      >
        <div className={layout.tight}>
          {messages.termsText.map(text => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </Dialog>
    </Card>
  )
}
