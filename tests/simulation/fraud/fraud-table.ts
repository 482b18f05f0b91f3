import { amountText } from '@mille/money/amount.ts'
import type { Finding } from './simulate-fraud.ts'

/** How many honest views were rejected immediately at honest units: what real publishers lose. */
export function honestlyRejected(findings: readonly Finding[]): {
  views: number
  rejected: number
} {
  const honest = findings.filter(it => it.kind === 'people')
  return {
    views: honest.reduce((sum, it) => sum + it.views, 0),
    rejected: honest.reduce((sum, it) => sum + it.rejected, 0)
  }
}

/** As Markdown, a row for each ad unit. Precision is the share of false views among those that are rejected, or held too. */
export function fraudTable(findings: readonly Finding[]): string {
  const head = [
    ...['who', 'views', 'rejected', 'precision', 'score', 'reasons'],
    ...['rejected or held', 'precision of both', 'unknown, it earns a day', 'it is known']
  ]
  const rows = findings.map(it => [
    it.who,
    String(it.views),
    percent(it.rejected / it.views),
    it.kind === 'fraud' ? percent(it.precisionOfRejecting) : '–',
    String(it.score ?? '–'),
    it.reasons.replaceAll('_', ' ') || '–',
    percent(it.stopped / it.views),
    it.kind === 'fraud' ? percent(it.precision) : '–',
    earnsInDay(it),
    { good: 'after 7 such days', none: 'after 90 such days', anew: 'never' }[it.day]
  ])
  return [head, head.map(() => '---'), ...rows].map(it => `| ${it.join(' | ')} |`).join('\n')
}

/** What all units of an account that the network does not know earn together in a day, by the settings that it begins with. */
function earnsInDay({ isHeld, rejected, views, limit }: Finding): string {
  if (isHeld) return 'nothing: held'
  return rejected === views ? 'nothing: rejected' : `${amountText(limit, 'usd')} USD`
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)} %`
}
