import { Amount } from '@mille/ui/amount/amount.tsx'
import { StatTile, StatTiles } from '@mille/ui/stat-tile/stat-tile.tsx'
import { formatCount, formatMoney, formatRate } from '../../page/formats.ts'
import { changeOf } from '../../reports/report-words.ts'
import type { Home } from '../queue-places.ts'
import { homeMessages as messages } from './home-messages.ts'

type Money = Home['money'][number]
type Part = keyof typeof messages.money
type Periods<Value> = { today: Value; last_30_days: Value; previous_30_days: Value }

/** The report whose rows explain a figure. */
const report = '/reports?side=network&compare=1'
const moneyPlaces: Record<Part, string> = {
  charged: report,
  publishers: report,
  fees: '/books',
  deposits: '/admin/payouts',
  withdrawals: '/admin/payouts'
}
const parts = Object.keys(moneyPlaces) as Part[]

/** The figures of today and of the last 30 days, with the change from the 30 days before. */
export function Figures({ home }: { home: Home }) {
  return (
    <>
      {assetsIn(home.money).map(it => (
        <MoneyTiles key={it.asset} money={it} />
      ))}
      <NetworkTiles home={home} />
    </>
  )
}

/** Returns the assets to show: bitcoin always, dollars only if there were any. */
function assetsIn(money: readonly Money[]): Money[] {
  const isSome = (it: Money) =>
    parts.some(part => it[part].last_30_days !== '0' || it[part].previous_30_days !== '0')
  const some = money.filter(isSome)
  return some.length > 0 ? some : money.slice(0, 1)
}

function MoneyTiles({ money }: { money: Money }) {
  const { asset } = money
  const format = (value: string) => formatMoney(BigInt(value), asset)
  return (
    <StatTiles>
      {parts.map(part => (
        <StatTile
          key={part}
          label={messages.inAsset(messages.money[part], asset)}
          value={<Amount units={BigInt(money[part].last_30_days)} asset={asset} />}
          detail={<Change of={money[part]} number={BigInt} format={format} />}
          href={moneyPlaces[part]}
        />
      ))}
    </StatTiles>
  )
}

function NetworkTiles({ home }: { home: Home }) {
  const { requests, new_accounts } = home
  const counts = eachPeriod(requests, it => it.requests)
  const rates = eachPeriod(requests, it => formatRate(it.filled, it.requests))
  return (
    <StatTiles>
      <StatTile
        label={messages.requests}
        value={formatCount(counts.last_30_days)}
        detail={<Change of={counts} number={Number} format={formatCount} />}
        href={report}
      />
      <StatTile
        label={messages.fillRate}
        value={rates.last_30_days}
        detail={
          <>
            <div>{messages.before(rates.previous_30_days)}</div>
            <div>{messages.today(rates.today)}</div>
          </>
        }
        href={report}
      />
      <StatTile
        label={messages.accounts}
        value={formatCount(new_accounts.last_30_days)}
        detail={<Change of={new_accounts} number={Number} format={formatCount} />}
        href="/admin/users"
      />
      <StatTile
        label={messages.campaigns}
        value={formatCount(home.active_campaigns)}
        detail={messages.now}
        href={`${report}&by=campaign`}
      />
      <StatTile
        label={messages.units}
        value={formatCount(home.active_ad_units)}
        detail={messages.now}
        href={`${report}&by=ad_unit`}
      />
    </StatTiles>
  )
}

type ChangeProps<Value> = {
  of: Periods<Value>
  number: (value: Value) => number | bigint
  format: (value: Value) => string
}

function Change<Value>({ of, number, format }: ChangeProps<Value>) {
  const percent = changeOf(number(of.last_30_days), number(of.previous_30_days))
  const before = format(of.previous_30_days)
  return (
    <>
      <div>{percent === null ? messages.before(before) : messages.change(percent, before)}</div>
      <div>{messages.today(format(of.today))}</div>
    </>
  )
}

function eachPeriod<Value, Shown>(
  { today, last_30_days, previous_30_days }: Periods<Value>,
  as: (value: Value) => Shown
): Periods<Shown> {
  return {
    today: as(today),
    last_30_days: as(last_30_days),
    previous_30_days: as(previous_30_days)
  }
}
