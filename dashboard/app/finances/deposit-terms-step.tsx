import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { useStore } from '@nanostores/react'
import layout from '../page/layout.module.css'
import { useConsent } from './deposit-consent.tsx'
import { DepositTerms, type DepositTermsProps } from './deposit-terms.tsx'
import { depositMessages as messages } from './messages.ts'

export type DepositTermsStepProps = Omit<DepositTermsProps, 'consent'> & {
  isLoading: boolean
  onAccept: () => void
  onBack: () => void
}

/** The step with the terms of a deposit, shown before the address. */
export function DepositTermsStep({ isLoading, onAccept, onBack, ...terms }: DepositTermsStepProps) {
  const consent = useConsent()
  const isSaving = useStore(consent.$isSaving)
  return (
    <Card title={messages.termsTitle}>
      <div className={layout.form}>
        <DepositTerms {...terms} consent={consent} />
        <div className={layout.row}>
          <Button
            variant="primary"
            isLoading={isLoading || isSaving}
            onClick={() => void consent.agree().then(isAgreed => isAgreed && onAccept())}
          >
            {messages.accept}
          </Button>
          <Button variant="quiet" onClick={onBack}>
            {messages.again}
          </Button>
        </div>
      </div>
    </Card>
  )
}
