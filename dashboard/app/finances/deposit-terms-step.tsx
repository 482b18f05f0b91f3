import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import layout from '../page/layout.module.css'
import { DepositTerms, type DepositTermsProps } from './deposit-terms.tsx'
import { depositMessages as messages } from './messages.ts'

export type DepositTermsStepProps = DepositTermsProps & {
  isLoading: boolean
  onAccept: () => void
  onBack: () => void
}

/** The step with the terms of a deposit, shown before the address. */
export function DepositTermsStep({ isLoading, onAccept, onBack, ...terms }: DepositTermsStepProps) {
  return (
    <Card title={messages.termsTitle}>
      <div className={layout.form}>
        <DepositTerms {...terms} />
        <div className={layout.row}>
          <Button variant="primary" isLoading={isLoading} onClick={onAccept}>
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
