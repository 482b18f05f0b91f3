import { amountText, parseAmount } from '@mille/money/amount.ts'
import type { CampaignView } from '@mille/stores/campaigns/campaign-view.ts'
import {
  createCampaignDepositStores,
  suggestDeposit,
  suggestedDays,
  withAmount
} from '@mille/stores/payments/campaign-deposit.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { DepositAddressStep } from '../finances/deposit-address-step.tsx'
import { useConsent } from '../finances/deposit-consent.tsx'
import { DepositSetupFailed } from '../finances/deposit-setup-failed.tsx'
import { DepositTerms, minimumText } from '../finances/deposit-terms.tsx'
import { depositMessages } from '../finances/messages.ts'
import { NoChain } from '../finances/no-chain.tsx'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { firstDepositMessages as messages } from './first-deposit-messages.ts'

export type FirstDepositProps = {
  campaign: Pick<CampaignView, 'id' | 'asset' | 'payment'>
  userId: string
  /** Whether the campaign already takes money from the account. */
  isDrawing: boolean
  /** Called when the campaign may draw or a payment was credited, so that the page shows both. */
  onChanged: () => void
}

/** The first deposit for a campaign without money: the amount, then the address with everything a wallet needs. */
export function FirstDeposit({ campaign, userId, isDrawing, onChanged }: FirstDepositProps) {
  const api = useApi()
  const { id: campaignId, asset, payment } = campaign
  const [stores] = useState(() =>
    createCampaignDepositStores(api, { campaignId, userId, asset, isDrawing })
  )
  const isReady = useStore(stores.$isReady)
  const error = useStore(stores.$error)
  const code = useStore(stores.$tokenCode)
  const minimum = useStore(stores.$minimum)
  const address = useStore(stores.$address)
  const isOpen = useStore(stores.$isDrawing) && address !== null
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => void stores.initialize(), [stores])
  useFollow(stores, onChanged)

  if (error !== null) return <DepositSetupFailed stores={stores} />
  if (!isReady) return <Skeleton height="20rem" />
  if (code === null) return <NoChain userId={userId} />
  const currency = asset === 'BTC' ? 'btc' : 'usd'
  const suggested = payment === null ? (minimum ?? 0n) : suggestDeposit(payment, minimum ?? 0n)
  const text = typed ?? amountText(suggested, currency)
  const units = parseAmount(text, currency) ?? 0n
  const isBelow = minimum !== null && units < minimum
  const shownMinimum = minimumText(minimum, code)
  return (
    <div className={layout.stack}>
      <Card title={messages.title} description={messages.text}>
        <div className={layout.form}>
          <AmountField
            asset={asset}
            label={messages.amount}
            help={messages.help(suggestedDays)}
            name="deposit"
            value={text}
            error={
              isBelow && shownMinimum !== null ? depositMessages.minimum(shownMinimum) : undefined
            }
            onChange={event => setTyped(event.target.value)}
          />
          {isOpen ? (
            <p>{messages.scan}</p>
          ) : (
            <Terms stores={stores} code={code} onOpened={onChanged} />
          )}
        </div>
      </Card>
      {isOpen && (
        <DepositAddressStep
          address={{
            ...address,
            attributes: {
              ...address.attributes,
              uri: withAmount(address.attributes.uri, units)
            }
          }}
          minimum={minimum}
        />
      )}
    </div>
  )
}

type Stores = ReturnType<typeof createCampaignDepositStores>

/** Looks for payments while the address is shown, and says when another one was credited. */
function useFollow({ $address, $isDrawing, watch }: Stores, onCredited: () => void) {
  const address = useStore($address)
  const isOpen = useStore($isDrawing) && address !== null
  const credited = address?.attributes.deposits.filter(it => it.state === 'credited').length ?? 0
  const before = useRef<number | null>(null)
  useEffect(() => (isOpen ? watch() : undefined), [isOpen, watch])
  useEffect(() => {
    if (!isOpen) return
    if (before.current !== null && credited > before.current) onCredited()
    before.current = credited
  }, [isOpen, credited, onCredited])
}

type TermsProps = {
  stores: Stores
  code: string
  onOpened: () => void
}

/** The terms of a deposit, and the button that accepts them. */
function Terms({ stores, code, onOpened }: TermsProps) {
  const confirmations = useStore(stores.$confirmations)
  const minimum = useStore(stores.$minimum)
  const isOpening = useStore(stores.$isOpening)
  const problem = useStore(stores.$problem)
  const consent = useConsent()
  const isSaving = useStore(consent.$isSaving)
  const open = async () => {
    if (await consent.agree()) await stores.open().then(onOpened)
  }
  return (
    <>
      <DepositTerms
        consent={consent}
        tokenCode={code}
        confirmations={confirmations}
        minimum={minimum}
      />
      <ProblemNotice problem={problem} />
      <div>
        <Button variant="primary" isLoading={isOpening || isSaving} onClick={() => void open()}>
          {depositMessages.accept}
        </Button>
      </div>
    </>
  )
}
