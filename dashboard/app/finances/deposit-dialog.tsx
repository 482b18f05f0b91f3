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
import { Suspense, useEffect, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { DepositAddressStep } from './deposit-address-step.tsx'
import { DepositChoiceStep } from './deposit-choice-step.tsx'
import { DepositSetupFailed } from './deposit-setup-failed.tsx'
import { DepositTermsStep } from './deposit-terms-step.tsx'
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
        <LightningSteps {...{ stores, depositable, onPaid }} />
      ) : (
        <AddressSteps stores={stores} step={step} />
      )}
    </div>
  )
}

function openChosen(stores: DepositStores) {
  stores.setStep(stores.$address.get() ? depositSteps.address : depositSteps.terms)
}

function AddressSteps({ stores, step }: { stores: DepositStores; step: number }) {
  const tokenCode = useStore(stores.$tokenCode)
  const confirmations = useStore(stores.$confirmations)
  const minimum = useStore(stores.$minimum)
  const address = useStore(stores.$address)
  const isLoading = useStore(stores.$isLoading)
  const choose = () => stores.setStep(depositSteps.choice)
  if (step === depositSteps.address)
    return address && <DepositAddressStep address={address} minimum={minimum} onBack={choose} />
  return (
    <DepositTermsStep
      tokenCode={tokenCode ?? ''}
      confirmations={confirmations}
      minimum={minimum}
      isLoading={isLoading}
      onBack={choose}
      onAccept={() =>
        void stores.createAddress().then(isMade => isMade && stores.setStep(depositSteps.address))
      }
    />
  )
}

/** The code of this part is loaded when Lightning is chosen. */
const LightningDeposit = lazyPart(
  async () => (await import('./lightning-deposit.tsx')).LightningDeposit
)

type LightningStepsProps = Pick<StepsProps, 'depositable' | 'onPaid'> & { stores: DepositStores }

function LightningSteps({ stores, ...props }: LightningStepsProps) {
  const terms = useStore(stores.$lightning)
  const onChain = useStore(stores.$onChain)
  const [invoiceId, setInvoiceId] = useState<string | null>(null)
  if (!terms) return null
  return (
    <>
      <Suspense fallback={<Progress label={messages.preparing} />}>
        <LightningDeposit
          {...{ terms, onChain, invoiceId, ...props }}
          onInvoice={id => {
            setInvoiceId(id)
            stores.setStep(id === null ? depositSteps.terms : depositSteps.address)
          }}
          onPayOnChain={() => {
            stores.select('btc', 'native')
            openChosen(stores)
          }}
        />
      </Suspense>
      <div>
        <Button variant="quiet" size="small" onClick={() => stores.setStep(depositSteps.choice)}>
          {messages.again}
        </Button>
      </div>
    </>
  )
}
