import type { Finding } from './simulate-fraud.ts'

/** How many honest views were rejected at once at honest units: what people's pages lose. */
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
    ...['rejected or held', 'precision of both']
  ]
  const rows = findings.map(it => [
    it.who,
    String(it.views),
    percent(it.rejected / it.views),
    it.kind === 'fraud' ? percent(it.precisionOfRejecting) : '–',
    String(it.score ?? '–'),
    it.reasons.replaceAll('_', ' ') || '–',
    percent(it.stopped / it.views),
    it.kind === 'fraud' ? percent(it.precision) : '–'
  ])
  return [head, head.map(() => '---'), ...rows].map(it => `| ${it.join(' | ')} |`).join('\n')
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)} %`
}
