import type { ConsentStores } from '@mille/stores/legal/consent.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { useState } from 'react'
import { formatMoney } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { DepositConsent } from './deposit-consent.tsx'
import styles from './finances.module.css'
import { financeMessages, depositMessages as messages } from './messages.ts'

export type DepositTermsProps = {
  /** Asks for consent again if the legal pages of the network changed. */
  consent: ConsentStores
  tokenCode: string
  confirmations: number
  minimum: bigint | null
}

/** Returns the minimum deposit as text, or null if there is no minimum. */
export const minimumText = (minimum: bigint | null, tokenCode: string) =>
  minimum === null ? null : formatMoney(minimum, tokenCode === 'BTC' ? 'BTC' : 'USD')

/** The terms of a deposit in short, and a dialog with all of them. */
export function DepositTerms({ consent, tokenCode, confirmations, minimum }: DepositTermsProps) {
  const [isReading, setIsReading] = useState(false)
  return (
    <>
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
      <DepositConsent stores={consent} />
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
    </>
  )
}
