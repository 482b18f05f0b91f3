import { assets } from '@mille/money/amount.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Suspense } from 'react'
import { Facts } from '../page/facts.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { loadedStatements } from '../statistics/loaded-statements.ts'
import { StatementsSection } from '../statistics/statements-section.tsx'
import type { Route } from './+types/ad-unit-money-page.ts'
import { AdUnitFrame } from './ad-unit-frame.tsx'
import { adUnitMessages, adUnitDetailMessages as messages } from './messages.ts'

const MaturingCard = lazyPart(
  async () => (await import('../finances/maturing-card.tsx')).MaturingCard
)
async function load(args: LoadArgs<{ id: string }>) {
  const { api, readAccount } = args.context.get(pageContext)
  const { id } = args.params
  const userId = answerOf(await readAccount(), args).data.id
  const [unit, statements, earnings] = await Promise.all([
    api.adUnits.readAdUnit({ id }),
    api.statistics.readAdUnitStatements({ id, 'page[limit]': 12 }),
    api.earnings.listEarnings({ userId, 'filter[ad_unit_id]': id, 'page[limit]': 50 })
  ])
  return {
    unit: answerOf(unit, args).data,
    statements: loadedStatements('ad_unit', id, answerOf(statements, args)),
    earnings: answerOf(earnings, args)
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData, matches }: TitleArgs<Route.MetaArgs['loaderData']>) =>
  pageTitle(
    matches,
    loaderData ? messages.moneyOf(loaderData.unit.attributes.name) : adUnitMessages.title
  )

/** What an ad unit has earned in each settlement period, and when it can be withdrawn. */
export default function AdUnitMoneyPage({ loaderData }: Route.ComponentProps) {
  return (
    <AdUnitFrame loaded={loaderData.unit}>
      {unit => (
        <div className={`${layout.columns} ${layout.asideFirst}`}>
          <StatementsSection loaded={loaderData.statements} />
          <div className={layout.stack}>
            <Card title={messages.maturing} description={messages.maturingText}>
              <Facts
                facts={assets.map(asset => [
                  asset,
                  <ComparedAmount
                    key={asset}
                    units={BigInt(unit.attributes.balances[asset])}
                    asset={asset}
                  />
                ])}
              />
            </Card>
            <Suspense fallback={null}>
              <MaturingCard earnings={loaderData.earnings} />
            </Suspense>
          </div>
        </div>
      )}
    </AdUnitFrame>
  )
}
