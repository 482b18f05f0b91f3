import { type DepositStores, depositSteps } from '@mille/stores/payments/deposit.ts'
import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { DepositAddressStep } from './deposit-address-step.tsx'
import { DepositTermsStep } from './deposit-terms-step.tsx'
import type { LightningDepositProps } from './lightning-deposit.tsx'

type AddressStepsProps = { stores: DepositStores; step: number; go: (to: number) => void }

/** The terms of an on-chain deposit, then the address. */
export function AddressSteps({ stores, step, go }: AddressStepsProps) {
  const tokenCode = useStore(stores.$tokenCode)
  const confirmations = useStore(stores.$confirmations)
  const minimum = useStore(stores.$minimum)
  const address = useStore(stores.$address)
  const isLoading = useStore(stores.$isLoading)
  const choose = () => go(depositSteps.choice)
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
        void stores.createAddress().then(isMade => isMade && go(depositSteps.address))
      }
    />
  )
}

/** The code of this part is loaded when Lightning is chosen. */
const LightningDeposit = lazyPart(
  async () => (await import('./lightning-deposit.tsx')).LightningDeposit
)

type LightningStepsProps = Omit<LightningDepositProps, 'terms' | 'onChain'> & {
  stores: DepositStores
  /** Shown while the code is loaded. */
  fallback: ReactNode
}

/** The amount of a deposit by Lightning, then the invoice, where the network offers it. */
export function LightningSteps({ stores, fallback, ...props }: LightningStepsProps) {
  const terms = useStore(stores.$lightning)
  const onChain = useStore(stores.$onChain)
  if (!terms) return null
  return (
    <Suspense fallback={fallback}>
      <LightningDeposit terms={terms} onChain={onChain} {...props} />
    </Suspense>
  )
}
