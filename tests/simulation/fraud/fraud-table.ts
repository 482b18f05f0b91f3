import { amountText } from '@mille/money/amount.ts'
import type { Finding } from './simulate-fraud.ts'

/** Counts the honest views that were rejected immediately on honest ad units: what real publishers lose. */
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

/**
 * Returns a Markdown table with a row for each ad unit. Precision is the share of false views among the rejected ones,
 * or among the rejected and held ones.
 */
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

/** Returns what all ad units of an account unknown to the network earn together in a day, by the initial settings. */
function earnsInDay({ isHeld, rejected, views, limit }: Finding): string {
  if (isHeld) return 'nothing: held'
  return rejected === views ? 'nothing: rejected' : `${amountText(limit, 'usd')} USD`
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)} %`
}
