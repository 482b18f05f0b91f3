import type { LightningTerms, WithdrawalOption } from '@mille/api/payments/endpoints.ts'
import { bitcoinOption } from '@mille/stores/payments/bitcoin-option.ts'
import type { WithdrawalStores } from '@mille/stores/payments/withdrawals.ts'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { useStore } from '@nanostores/react'
import { Suspense, useState } from 'react'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { lightningLimits } from './lightning-limits.ts'
import { withdrawMessages as messages } from './messages.ts'
import { WithdrawForm } from './withdraw-form.tsx'

export type WithdrawWaysProps = { stores: WithdrawalStores; freezeHours: number; nowMs: number }

/** The code of this part is loaded when Lightning is chosen. */
const LightningWithdraw = lazyPart(
  async () => (await import('./lightning-withdraw.tsx')).LightningWithdraw
)

type Way = 'chain' | 'lightning'

/** The forms for a withdrawal, with the choice between the chain and Lightning where the network has both. */
export function WithdrawWays(props: WithdrawWaysProps) {
  const { stores, freezeHours } = props
  const options = useStore(stores.$options)
  const lightning = useStore(stores.$lightning)
  const [chosen, setChosen] = useState<Way | null>(null)
  const [firstWay] = useState(() => wayFor(options, lightning))
  const hasChain = options.length > 0
  const way = lightning === null ? 'chain' : hasChain ? (chosen ?? firstWay) : 'lightning'
  // What was typed stays when the other way is looked at.
  const [opened, setOpened] = useState(way === 'lightning')
  function choose(to: Way) {
    setChosen(to)
    if (to === 'lightning') setOpened(true)
  }
  return (
    <>
      {lightning !== null && hasChain && (
        <RadioCards
          label={messages.way}
          name="way"
          value={way}
          options={[
            { value: 'chain', ...messages.onChain },
            { value: 'lightning', ...messages.lightning(...lightningLimits(lightning)) }
          ]}
          onChange={choose}
        />
      )}
      {hasChain && (
        <div hidden={way !== 'chain'}>
          <WithdrawForm {...props} />
        </div>
      )}
      {lightning !== null && (opened || way === 'lightning') && (
        <div
          hidden={way !== 'lightning'}
          className={way === 'lightning' ? layout.stack : undefined}
        >
          <Suspense fallback={<Skeleton height="20rem" />}>
            <LightningWithdraw
              list={stores}
              terms={lightning}
              freezeHours={freezeHours}
              onChain={hasChain ? () => choose('chain') : undefined}
            />
          </Suspense>
        </div>
      )}
    </>
  )
}

/** Lightning comes first for a balance that is too small for the chain. */
function wayFor(options: readonly WithdrawalOption[], lightning: LightningTerms | null): Way {
  const option = bitcoinOption(options)
  if (!option || lightning === null) return 'chain'
  const available = BigInt(option.available)
  const isSmall = available < BigInt(option.minimum) && available >= BigInt(lightning.minimum)
  return isSmall ? 'lightning' : 'chain'
}
