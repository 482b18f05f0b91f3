import type { LightningTerms } from '@mille/api/payments/endpoints.ts'
import { type Asset, amountText, parseAmount } from '@mille/money/amount.ts'
import type { CampaignView } from '@mille/stores/campaigns/campaign-view.ts'
import {
  createCampaignDepositStores,
  suggestDeposit,
  suggestedDays,
  withAmount
} from '@mille/stores/payments/campaign-deposit.ts'
import { lightningMethod } from '@mille/stores/payments/deposit.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { DepositAddressStep } from '../finances/deposit-address-step.tsx'
import { useConsent } from '../finances/deposit-consent.tsx'
import { DepositSetupFailed } from '../finances/deposit-setup-failed.tsx'
import { DepositTerms, minimumText } from '../finances/deposit-terms.tsx'
import { lightningLimits } from '../finances/lightning-limits.ts'
import { depositMessages } from '../finances/messages.ts'
import { NoChain } from '../finances/no-chain.tsx'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { firstDepositMessages as messages } from './first-deposit-messages.ts'

export type FirstDepositProps = {
  campaign: Pick<CampaignView, 'id' | 'asset' | 'payment'>
  userId: string
  /** Whether the campaign already takes money from the account. */
  isDrawing: boolean
  /** Called when the campaign may draw or a payment was credited, so that the page shows both. */
  onChanged: () => void
  /** Called with the amount that an invoice has put on the campaign, in satoshis. */
  onPaid: (credited: bigint) => void
}

/** The first deposit for a campaign without money: the amount, then the address with everything a wallet needs. */
export function FirstDeposit(props: FirstDepositProps) {
  const { campaign, userId, isDrawing, onChanged, onPaid } = props
  const api = useApi()
  const { id: campaignId, asset, payment } = campaign
  const [stores] = useState(() =>
    createCampaignDepositStores(api, { campaignId, userId, asset, isDrawing })
  )
  const isReady = useStore(stores.$isReady)
  const error = useStore(stores.$error)
  const code = useStore(stores.$tokenCode)
  const minimum = useStore(stores.$minimum)
  const terms = useStore(stores.$lightning)
  const [isLightning, setIsLightning] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => void stores.initialize(), [stores])
  useFollow(stores, onChanged)

  if (error !== null) return <DepositSetupFailed stores={stores} />
  if (!isReady) return <Skeleton height="20rem" />
  if (code === null) return <NoChain userId={userId} />
  const currency = asset === 'BTC' ? 'btc' : 'usd'
  const suggested = payment === null ? (minimum ?? 0n) : suggestDeposit(payment, minimum ?? 0n)
  const text = typed ?? amountText(suggested, currency)
  const way = terms && (
    <WayToPay terms={terms} isLightning={isLightning} onChange={setIsLightning} />
  )
  if (isLightning && terms)
    return (
      <LightningFirst
        {...{ way, terms, campaignId, onPaid }}
        amount={within(parseAmount(text, currency) ?? suggested, terms)}
        onPayOnChain={() => setIsLightning(false)}
      />
    )
  return <OnChainFirst {...{ stores, asset, code, way, text, onChanged }} onType={setTyped} />
}

type OnChainProps = {
  stores: Stores
  asset: Asset
  code: string
  way: ReactNode
  text: string
  onType: (text: string) => void
  onChanged: () => void
}

/** The amount, the terms, and then the account's address with everything a wallet needs. */
function OnChainFirst({ stores, asset, code, way, text, onType, onChanged }: OnChainProps) {
  const minimum = useStore(stores.$minimum)
  const address = useStore(stores.$address)
  const isOpen = useStore(stores.$isDrawing) && address !== null
  const units = parseAmount(text, asset === 'BTC' ? 'btc' : 'usd') ?? 0n
  const isBelow = minimum !== null && units < minimum
  const shownMinimum = minimumText(minimum, code)
  return (
    <div className={layout.stack}>
      <Card title={messages.title} description={messages.text}>
        <div className={layout.form}>
          {way}
          <AmountField
            asset={asset}
            label={messages.amount}
            help={messages.help(suggestedDays)}
            name="deposit"
            value={text}
            error={
              isBelow && shownMinimum !== null ? depositMessages.minimum(shownMinimum) : undefined
            }
            onChange={event => onType(event.target.value)}
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

type WayProps = {
  terms: LightningTerms
  isLightning: boolean
  onChange: (isLightning: boolean) => void
}

/** The choice between an address and an invoice, where the network offers both. */
function WayToPay({ terms, isLightning, onChange }: WayProps) {
  return (
    <RadioCards
      label={depositMessages.method}
      name="way"
      value={isLightning ? lightningMethod : 'native'}
      options={[
        { value: 'native', ...depositMessages.onChain },
        { value: lightningMethod, ...depositMessages.lightning(...lightningLimits(terms)) }
      ]}
      onChange={it => onChange(it === lightningMethod)}
    />
  )
}

/** The code of this part is loaded when Lightning is chosen. */
const LightningDeposit = lazyPart(
  async () => (await import('../finances/lightning-deposit.tsx')).LightningDeposit
)

type LightningFirstProps = {
  way: ReactNode
  terms: LightningTerms
  campaignId: string
  amount: bigint
  onPaid: (credited: bigint) => void
  onPayOnChain: () => void
}

/** An invoice whose payment goes straight to the campaign. The account's address is not offered with it. */
function LightningFirst({ way, campaignId, ...props }: LightningFirstProps) {
  const [invoiceId, setInvoiceId] = useState<string | null>(null)
  return (
    <div className={layout.stack}>
      <Card title={messages.title} description={messages.lightningText}>
        {way}
      </Card>
      <Suspense fallback={<Skeleton height="20rem" />}>
        <LightningDeposit
          {...props}
          depositable={{ id: campaignId, type: 'campaign' }}
          invoiceId={invoiceId}
          onInvoice={setInvoiceId}
          onChain={null}
        />
      </Suspense>
    </div>
  )
}

function within(amount: bigint, { minimum, maximum }: LightningTerms): bigint {
  if (amount < BigInt(minimum)) return BigInt(minimum)
  return amount > BigInt(maximum) ? BigInt(maximum) : amount
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
