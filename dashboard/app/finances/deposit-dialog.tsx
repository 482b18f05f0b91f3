import {
  createDepositStores,
  type Depositable,
  type DepositStores,
  depositSteps
} from '@mille/stores/payments/deposit.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { DepositChoiceStep } from './deposit-choice-step.tsx'
import { DepositSetupFailed } from './deposit-setup-failed.tsx'
import { AddressSteps, LightningSteps } from './deposit-steps.tsx'
import { depositMessages as messages } from './messages.ts'
import { NoChain } from './no-chain.tsx'

type DepositDialogProps = {
  depositable: Depositable
  userId: string
  isOpen: boolean
  onClose: () => void
  /** Called when an invoice has been paid, so that the page below shows the money. */
  onPaid?: (() => void) | undefined
}

/** The steps of a deposit in a dialog over the current page. `/finances/deposit` shows the same steps as a page. */
export function DepositDialog({ isOpen, onClose, ...target }: DepositDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title={messages.title}
      description={messages.description}
      size="large"
    >
      {isOpen && <DepositSteps {...target} />}
    </Dialog>
  )
}

type StepsProps = Pick<DepositDialogProps, 'depositable' | 'userId' | 'onPaid'>

function DepositSteps({ depositable, userId, onPaid }: StepsProps) {
  const api = useApi()
  const [stores] = useState(() =>
    createDepositStores(api, {
      depositable,
      document: undefined,
      currency: null,
      paymentMethod: null
    })
  )
  const currencies = useStore(stores.$currencies)
  const step = useStore(stores.$step)
  const isReady = useStore(stores.$isReady)
  const isLightning = useStore(stores.$isLightning)
  const error = useStore(stores.$error)
  const problem = useStore(stores.$problem)

  useEffect(() => void stores.initialize(), [stores])
  useEffect(() => (step === depositSteps.address ? stores.watch() : undefined), [stores, step])

  if (error !== null) return <DepositSetupFailed stores={stores} />
  if (!isReady) return <Progress label={messages.preparing} />
  if (Object.keys(currencies).length === 0) return <NoChain userId={userId} />
  return (
    <div className={layout.tight}>
      <ProblemNotice problem={problem} />
      {step === depositSteps.choice ? (
        <DepositChoiceStep stores={stores} onDone={() => openChosen(stores)} />
      ) : isLightning ? (
        <LightningPart {...{ stores, depositable, onPaid }} />
      ) : (
        <AddressSteps stores={stores} step={step} go={stores.setStep} />
      )}
    </div>
  )
}

function openChosen(stores: DepositStores) {
  stores.setStep(stores.$address.get() ? depositSteps.address : depositSteps.terms)
}

type LightningPartProps = Pick<StepsProps, 'depositable' | 'onPaid'> & { stores: DepositStores }

function LightningPart({ stores, ...props }: LightningPartProps) {
  const [invoiceId, setInvoiceId] = useState<string | null>(null)
  return (
    <>
      <LightningSteps
        {...{ stores, invoiceId, ...props }}
        onInvoice={id => {
          setInvoiceId(id)
          stores.setStep(id === null ? depositSteps.terms : depositSteps.address)
        }}
        onPayOnChain={() => {
          stores.select('btc', 'native')
          openChosen(stores)
        }}
        fallback={<Progress label={messages.preparing} />}
      />
      <div>
        <Button variant="quiet" size="small" onClick={() => stores.setStep(depositSteps.choice)}>
          {messages.again}
        </Button>
      </div>
    </>
  )
}
