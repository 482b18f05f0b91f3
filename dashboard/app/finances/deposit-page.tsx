import type { DepositAddresses } from '@mille/api/payments/endpoints.ts'
import { viewCampaign } from '@mille/stores/campaigns/campaign-view.ts'
import {
  createDepositStores,
  type Depositable,
  type DepositStores,
  depositSteps
} from '@mille/stores/payments/deposit.ts'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { Stepper } from '@mille/ui/stepper/stepper.tsx'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { campaignTitle } from '../campaigns/campaign-messages.ts'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/deposit-page.ts'
import { DepositChoiceStep } from './deposit-choice-step.tsx'
import { DepositSetupFailed } from './deposit-setup-failed.tsx'
import { AddressSteps, LightningSteps } from './deposit-steps.tsx'
import { depositMessages as messages } from './messages.ts'
import { NoChain } from './no-chain.tsx'

async function load(args: LoadArgs) {
  const { api, readAccount } = args.context.get(pageContext)
  const search = new URL(args.request.url).searchParams
  const userId = answerOf(await readAccount(), args).data.id
  const campaign = search.get('campaign')
  const depositable =
    campaign === null
      ? { id: userId, type: 'user' as const }
      : { id: campaign, type: 'campaign' as const }
  const [read, named] = await Promise.all([
    api.payments.readDepositAddresses({ id: depositable.id, depositable_type: depositable.type }),
    campaign === null ? null : api.campaigns.readCampaign({ id: campaign })
  ])
  // Permanent errors, such as another account's campaign or a missing session, leave the page. Temporary errors are
  // shown on the page.
  const isFinal = !read.ok && read.status >= 400 && read.status < 500
  const document: DepositAddresses | null = read.ok || isFinal ? answerOf(read, args) : null
  return {
    userId,
    depositable,
    document,
    campaignName: named?.ok ? campaignTitle(viewCampaign(named.value)) : null,
    currency: search.get('currency'),
    paymentMethod: search.get('method')
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)
/** The step is part of the address, so that the browser's back button works. A change of step loads no data. */
export const shouldRevalidate = () => false

export default function DepositPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createDepositStores, loaderData)
  const currencies = useStore(stores.$currencies)
  const error = useStore(stores.$error)
  const problem = useStore(stores.$problem)

  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.descriptionOf(loaderData.campaignName)}
        back={{ href: '/finances', label: messages.back }}
      />
      <DepositSetupFailed stores={stores} />
      <ProblemNotice problem={problem} />
      {error === null &&
        (Object.keys(currencies).length === 0 ? (
          <NoChain userId={loaderData.userId} />
        ) : (
          <DepositSteps stores={stores} depositable={loaderData.depositable} />
        ))}
    </div>
  )
}

/** Shows the step that the address names, but no later step than the user has reached. */
function DepositSteps({ stores, depositable }: StepsProps) {
  const isLightning = useStore(stores.$isLightning)
  const tokenCode = useStore(stores.$tokenCode)
  const address = useStore(stores.$address)
  const [search, setSearch] = useSearchParams()
  const invoiceId = isLightning ? search.get('invoice') : null
  const hasLast = isLightning ? invoiceId !== null : address !== null
  const reached = tokenCode === null && !isLightning ? 0 : hasLast ? 2 : 1
  const wanted = Number(search.get('step') ?? depositSteps.choice)
  const step = Math.min(Math.max(0, Number.isInteger(wanted) ? wanted : 0), reached)
  const labels = isLightning ? messages.lightningSteps : messages.steps

  useEffect(() => stores.setStep(step), [stores, step])
  useEffect(() => (step === depositSteps.address ? stores.watch() : undefined), [stores, step])

  const hrefOf = (to: number) => `?${withStep(search, to)}`
  function go(to: number, chosen: Record<string, string> = {}) {
    const next = withStep(search, to)
    for (const [name, value] of Object.entries(chosen)) next.set(name, value)
    setSearch(next, { preventScrollReset: true })
  }
  const payOnChain = () => {
    stores.select('btc', 'native')
    go(stores.$address.get() ? depositSteps.address : depositSteps.terms, { method: 'native' })
  }

  return (
    <>
      <Stepper
        label={messages.stepsLabel}
        steps={labels.map((label, index) => ({ id: String(index), label, href: hrefOf(index) }))}
        currentId={String(step)}
        reachedId={String(reached)}
      />
      {step === depositSteps.choice ? (
        <DepositChoiceStep
          stores={stores}
          onDone={(currency, method) =>
            go(stores.$address.get() ? depositSteps.address : depositSteps.terms, {
              currency,
              method
            })
          }
        />
      ) : isLightning ? (
        <LightningSteps
          {...{ stores, depositable }}
          invoiceId={step === depositSteps.address ? invoiceId : null}
          onInvoice={id =>
            id === null ? go(depositSteps.terms) : go(depositSteps.address, { invoice: id })
          }
          onPayOnChain={payOnChain}
          fallback={<Skeleton height="20rem" />}
        />
      ) : (
        <AddressSteps {...{ stores, step, go }} />
      )}
    </>
  )
}

type StepsProps = { stores: DepositStores; depositable: Depositable }

function withStep(search: URLSearchParams, step: number): URLSearchParams {
  const next = new URLSearchParams(search)
  next.set('step', String(step))
  return next
}
