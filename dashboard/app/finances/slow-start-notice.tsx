import type { EarningList, SlowStart } from '@mille/api/earnings/endpoints.ts'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { formatDate, formatMoney } from '../page/formats.ts'
import { slowStartMessages as messages } from './messages.ts'

type Money = EarningList['meta']['slow_start_limits']

/** The daily earning limits of ad units in slow start, the amounts waiting for each unit, and when slow start ends. */
export function SlowStartNotice({
  slow_starts: starts,
  slow_start_limits: limits
}: EarningList['meta']) {
  if (starts.length === 0) return null
  return (
    <Notice title={messages.title}>
      <p>{messages.text(amountsOf(limits))}</p>
      <ul>
        {starts.map(it => (
          <li key={it.ad_unit.id}>{describe(it)}</li>
        ))}
      </ul>
    </Notice>
  )
}

function describe(it: SlowStart): string {
  const days = messages.days(it.ad_unit.name, it.good_days, it.days_needed)
  if (it.since === null || it.ends_at === null) return `${days} ${messages.notBegun}`
  const since = formatDate(it.since)
  const waiting =
    it.waiting.length > 0
      ? messages.waits(amountsOf(it.waiting), since)
      : messages.nothingWaits(since)
  return `${days} ${waiting} ${messages.endsAt(formatDate(it.ends_at))}`
}

function amountsOf(money: Money): string {
  const amounts = money.map(it => formatMoney(BigInt(it.amount), it.currency))
  return new Intl.ListFormat('en').format(amounts)
}
