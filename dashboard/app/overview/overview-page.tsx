import { findAttention } from '@mille/stores/attention/attention.ts'
import { versionsOf } from '@mille/stores/legal/due-consents.ts'
import { firstProblem } from '@mille/stores/shared/problems.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { StatTile, StatTiles } from '@mille/ui/stat-tile/stat-tile.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useRevalidator } from 'react-router'
import { useApi } from '../page/app-context.tsx'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { problemText } from '../page/messages.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/overview-page.ts'
import { AttentionCard, type AttentionCardProps } from './attention-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { overviewMessages as messages } from './messages.ts'
import { MonthCard } from './month-card.tsx'

const newsShown = 5

async function load(args: LoadArgs) {
  const { api, readAccount } = args.context.get(pageContext)
  const userId = answerOf(await readAccount(), args).data.id
  const [overview, firstSteps, consents, balances, campaigns, sites, adUnits, orders, news] =
    await Promise.all([
      api.statistics.readOverview(),
      api.statistics.readFirstSteps(),
      api.legal.listLegalConsents(),
      api.finances.readBalances({ userId }),
      api.campaigns.listCampaigns({ 'page[limit]': 100 }),
      api.sites.listSites({ 'page[limit]': 100 }),
      api.adUnits.listAdUnits({ 'page[limit]': 100 }),
      api.marketplace.listOrders({ 'page[limit]': 100 }),
      api.notifications.listNotifications({
        userId,
        'page[limit]': newsShown,
        'filter[read_at_blank]': '1'
      })
    ])
  const { days, campaign_lines, ad_unit_lines } = answerOf(overview, args).data.attributes
  const owned = {
    // The page is shown even if the consents cannot be read.
    consents: consents.ok ? consents.value.data : [],
    campaigns: answerOf(campaigns, args),
    sites: answerOf(sites, args).data,
    adUnits: answerOf(adUnits, args).data,
    orders: answerOf(orders, args).data,
    balances: answerOf(balances, args).data
  }
  const viewed = {
    campaigns: new Set(Object.keys(campaign_lines)),
    adUnits: new Set(Object.keys(ad_unit_lines))
  }
  return {
    days,
    // The page is shown even if the first steps cannot be read.
    firstSteps: firstSteps.ok ? { userId, found: firstSteps.value.data.attributes } : null,
    balances: owned.balances,
    attention: findAttention({ ...owned, viewed }),
    // Strangers who look around in a demonstration are not shown notifications.
    news: news.ok ? news.value.data : []
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const { attention, balances, firstSteps, news } = loaderData
  const isNew = firstSteps?.found.is_new ?? false
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={
          // A new account has its choices below.
          isNew ? undefined : (
            <>
              <Button href="/ad-units/quick">{messages.newUnit}</Button>
              <Button href="/campaigns/quick" variant="primary">
                {messages.newCampaign}
              </Button>
            </>
          )
        }
      />
      {firstSteps && <FirstSteps loaded={firstSteps} />}
      <Balances balances={balances} />
      <div className={`${layout.columns} ${layout.even}`}>
        <AttentionCard attention={attention} isNew={isNew} onAgree={useAgree()} />
        <News news={news} />
      </div>
      <MonthCard days={loaderData.days} />
    </div>
  )
}

/** Returns the function that records consent to legal pages and loads the page again, without the line about them. */
function useAgree(): AttentionCardProps['onAgree'] {
  const { legal } = useApi()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  return async consents => {
    const given = await legal.giveLegalConsent(versionsOf(consents))
    if (!given.ok) return toast.show({ title: problemText(firstProblem(given)), tone: 'alarm' })
    toast.show({ title: messages.agreed })
    await revalidate()
  }
}

type Loaded = Awaited<ReturnType<typeof load>>

function Balances({ balances }: Pick<Loaded, 'balances'>) {
  return (
    <StatTiles>
      {balances.map(({ id, attributes }) => (
        <StatTile
          key={id}
          label={`${messages.available}, ${attributes.currency}`}
          value={
            <ComparedAmount units={BigInt(attributes.available)} asset={attributes.currency} />
          }
          detail={
            <>
              {messages.inCampaigns}{' '}
              <Amount
                units={BigInt(attributes.in_campaigns)}
                asset={attributes.currency}
                size="small"
              />
              . {messages.inUnits}{' '}
              <Amount
                units={BigInt(attributes.in_ad_units)}
                asset={attributes.currency}
                size="small"
              />
            </>
          }
          href="/finances"
        />
      ))}
    </StatTiles>
  )
}

function News({ news }: Pick<Loaded, 'news'>) {
  return (
    <Card title={messages.news} actions={<Link href="/notifications">{messages.allNews}</Link>}>
      {news.length === 0 ? (
        <p>{messages.noNews}</p>
      ) : (
        <ul className={layout.tight}>
          {news.map(({ id, attributes }) => (
            <li key={id}>
              <Link href={attributes.path}>{attributes.title}</Link>{' '}
              <span className={`${layout.soft} ${layout.small}`}>
                {formatMoment(attributes.created_at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
