import { maxAttachments, orderLengths } from '@mille/api/constants.ts'
import type { OfferDocument } from '@mille/api/marketplace/endpoints.ts'
import {
  type AttachedFile,
  createNewOrderStores,
  type NewOrderStores
} from '@mille/stores/publication-orders/new-order.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { FileDrop, type FileDropItem } from '@mille/ui/file-drop/file-drop.tsx'
import { FormErrors } from '@mille/ui/form-errors/form-errors.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { data, useNavigate } from 'react-router'
import { MarketplaceNav } from '../marketplace/marketplace-nav.tsx'
import { marketplaceMessages } from '../marketplace/messages.ts'
import { useApp, useStores } from '../page/app-context.tsx'
import { Facts } from '../page/facts.tsx'
import { formatMoney } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { useReloadOn } from '../page/loads/use-reload-on.ts'
import { fieldText, problemText } from '../page/messages.ts'
import { notifyPage } from '../page/page-events.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { SignInNotice } from '../sign-in/sign-in-notice.tsx'
import { useDraft } from '../wizard/use-wizard-step.ts'
import type { Route } from './+types/new-order-page.ts'
import { orderMessages as messages } from './messages.ts'
import { assetOf, chosenPrice, isPayable, type OrderPrice, orderPrices } from './order-price.ts'
import { PlaceOrderDialog } from './place-order-dialog.tsx'

async function load(args: LoadArgs) {
  const { api, readAccount } = args.context.get(pageContext)
  const id = new URL(args.request.url).searchParams.get('offer_id') ?? ''
  if (!/^\d{1,10}$/.test(id)) throw data({ code: 'not_found', detail: '' }, { status: 404 })
  const offer = answerOf(await api.marketplace.readOffer({ id }), args)
  const account = await readAccount()
  const balances = account.ok
    ? answerOf(await api.finances.readBalances({ userId: account.value.data.id }), args).data
    : []
  return { offer, balances }
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData, matches }: TitleArgs<Route.MetaArgs['loaderData']>) =>
  pageTitle(matches, messages.newTitle(loaderData?.offer.data.attributes.name ?? ''))

/** Visitors can write a brief too. Their draft is kept in the tab until they sign in and send it. */
export default function NewOrderPage({ loaderData }: Route.ComponentProps) {
  const { offer, balances } = loaderData
  const stores = useStores(createNewOrderStores, offer)
  const { session, popups } = useApp()
  const isAuthorized = useStore(session.$isAuthorized)
  const navigate = useNavigate()
  const { name, domain_name, turnaround_days } = offer.data.attributes
  useDraft(stores.restore)
  useReloadOn(String(isAuthorized))

  const [isAsking, setIsAsking] = useState(false)
  const prices = orderPrices(offer, balances)
  const chosen = chosenPrice(prices, useStore(stores.$draft).currency)
  const amount = formatMoney(chosen.price ?? 0n, assetOf(chosen.currency))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isAuthorized) popups.open({ name: 'CREATE_ACCOUNT' })
    else if (stores.check()) setIsAsking(true)
  }

  async function place() {
    stores.change({ currency: chosen.currency })
    const id = await stores.place()
    if (id === null) return setIsAsking(false)
    notifyPage('advertiser_marketplace', { order_id: id, offer_id: offer.data.id })
    void navigate(`/publication_orders/${id}`)
  }

  return (
    <div className={layout.stack}>
      <MarketplaceNav />
      <PageHeader
        title={messages.newTitle(name)}
        description={messages.newText}
        back={{ href: `/marketplace/${offer.data.id}`, label: domain_name }}
      />
      {!isAuthorized && <SignInNotice>{messages.signIn}</SignInNotice>}
      {offer.meta.is_own && <Notice tone="warning">{marketplaceMessages.ownOffer}</Notice>}
      <div className={layout.columns}>
        <form className={layout.form} onSubmit={submit} noValidate>
          <OrderFields stores={stores} prices={prices} chosen={chosen} />
          <AttachmentField stores={stores} isDisabled={!isAuthorized} />
          <div>
            <PlaceButton stores={stores} isPayable={isPayable(chosen)} />
          </div>
        </form>
        <OfferFacts offer={offer} />
      </div>
      <PlaceOrderDialog
        stores={stores}
        isOpen={isAsking}
        amount={amount}
        days={turnaround_days}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void place()}
      />
    </div>
  )
}

function OfferFacts({ offer }: { offer: OfferDocument }) {
  const { domain_name, turnaround_days } = offer.data.attributes
  return (
    <Card>
      <Facts
        facts={[
          [
            marketplaceMessages.price,
            <ComparedAmount key="price" units={BigInt(offer.meta.price.USD)} asset="USD" />
          ],
          [marketplaceMessages.sites, domain_name],
          [marketplaceMessages.turnaround, marketplaceMessages.days(turnaround_days)]
        ]}
      />
    </Card>
  )
}

function PlaceButton({ stores, isPayable }: { stores: NewOrderStores; isPayable: boolean }) {
  const isPlacing = useStore(stores.$isPlacing)
  const isUploading = useStore(stores.$files).some(it => it.state === 'uploading')
  return (
    <Button
      type="submit"
      variant="primary"
      disabled={!isPayable}
      isLoading={isPlacing || isUploading}
    >
      {messages.place}
    </Button>
  )
}

type FieldProps = { stores: NewOrderStores; prices: readonly OrderPrice[]; chosen: OrderPrice }

function OrderFields({ stores, prices, chosen }: FieldProps) {
  const draft = useStore(stores.$draft)
  const { fields, general } = useStore(stores.$problems)
  const attempt = useStore(stores.$attempt)
  const labels: Record<string, string> = messages.fields
  const errorOf = (name: string) => fieldText(labels[name] ?? name, fields[name])
  return (
    <>
      <FormErrors
        attempt={attempt}
        errors={[
          ...Object.keys(fields).map(name => ({ message: errorOf(name) ?? '', field: name })),
          ...general.map(problem => ({ message: problemText(problem) }))
        ]}
      />
      <TextField
        label={messages.fields.target_url}
        name="target_url"
        inputMode="url"
        help={messages.targetHelp}
        value={draft.target_url}
        error={errorOf('target_url')}
        onChange={event => stores.change({ target_url: event.target.value })}
      />
      <TextArea
        label={messages.fields.brief}
        name="brief"
        rows={8}
        maxLength={orderLengths.brief}
        help={messages.briefHelp}
        value={draft.brief}
        error={errorOf('brief')}
        onChange={event => stores.change({ brief: event.target.value })}
      />
      <RadioCards
        label={messages.currency}
        name="currency"
        id="currency"
        options={prices.map(it => ({
          value: it.currency,
          label: it.currency === 'btc' ? 'Bitcoin' : 'US dollars',
          description: currencyText(it),
          isDisabled: !isPayable(it)
        }))}
        value={chosen.currency}
        error={errorOf('currency')}
        onChange={currency => stores.change({ currency })}
      />
      {prices
        .filter(it => it.missing > 0n)
        .map(it => (
          <Notice key={it.currency} tone={isPayable(chosen) ? 'info' : 'warning'}>
            {messages.tooLittleIn(assetOf(it.currency))}{' '}
            <Link href="/finances">
              {messages.deposit(formatMoney(it.missing, assetOf(it.currency)))}
            </Link>
          </Notice>
        ))}
    </>
  )
}

function currencyText({ currency, price, available }: OrderPrice): string {
  const asset = assetOf(currency)
  if (price === null) return messages.noRate
  const cost = formatMoney(price, asset)
  return available === null ? cost : `${cost}; ${messages.available(formatMoney(available, asset))}`
}

function AttachmentField({ stores, isDisabled }: { stores: NewOrderStores; isDisabled: boolean }) {
  const files = useStore(stores.$files)
  return (
    <FileDrop
      label={messages.attachments}
      help={messages.attachmentsHelp}
      name="attachment_ids"
      accept="image/*,application/pdf,text/plain,.md"
      isMultiple
      isDisabled={isDisabled || files.length >= maxAttachments}
      items={files.map(dropItem)}
      onFiles={chosen => void stores.attach(chosen)}
      onRemove={item => stores.detach(item.id)}
    />
  )
}

function dropItem(file: AttachedFile): FileDropItem {
  const { key: id, name } = file
  if (file.state === 'uploading') return { id, name, state: 'uploading', progress: 0.5 }
  return file.state === 'failed'
    ? { id, name, state: 'failed', error: problemText(file.problem) }
    : { id, name, state: 'ready' }
}
