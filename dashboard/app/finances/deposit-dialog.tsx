import {
  createDepositStores,
  type Depositable,
  depositSteps
} from '@mille/stores/payments/deposit.ts'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
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

function DepositSteps({ depositable, userId }: Pick<DepositDialogProps, 'depositable' | 'userId'>) {
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
  const tokenCode = useStore(stores.$tokenCode)
  const confirmations = useStore(stores.$confirmations)
  const minimum = useStore(stores.$minimum)
  const address = useStore(stores.$address)
  const step = useStore(stores.$step)
  const isReady = useStore(stores.$isReady)
  const isLoading = useStore(stores.$isLoading)
  const error = useStore(stores.$error)
  const problem = useStore(stores.$problem)

  useEffect(() => void stores.initialize(), [stores])
  useEffect(() => (step === depositSteps.address ? stores.watch() : undefined), [stores, step])

  const choose = () => stores.setStep(depositSteps.choice)
  if (error !== null) return <DepositSetupFailed stores={stores} />
  if (!isReady) return <Progress label={messages.preparing} />
  if (Object.keys(currencies).length === 0) return <NoChain userId={userId} />
  return (
    <div className={layout.tight}>
      <ProblemNotice problem={problem} />
      {step === depositSteps.choice && (
        <DepositChoiceStep
          stores={stores}
          onDone={() =>
            stores.setStep(stores.$address.get() ? depositSteps.address : depositSteps.terms)
          }
        />
      )}
      {step === depositSteps.terms && (
        <DepositTermsStep
          tokenCode={tokenCode ?? ''}
          confirmations={confirmations}
          minimum={minimum}
          isLoading={isLoading}
          onBack={choose}
          onAccept={() =>
            void stores
              .createAddress()
              .then(isMade => isMade && stores.setStep(depositSteps.address))
          }
        />
      )}
      {step === depositSteps.address && address && (
        <DepositAddressStep address={address} minimum={minimum} onBack={choose} />
      )}
    </div>
  )
}
