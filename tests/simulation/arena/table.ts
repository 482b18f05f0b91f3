import { amountText } from '@mille/money/amount.ts'
import type { Outcome } from './live.ts'
import type { Player } from './player.ts'

export type Result = Outcome & Pick<Player, 'name' | 'does'>

/** Returns Markdown with a row for each attacker, and what all of them together were paid. */
export function attackersText(results: readonly Result[]): string {
  return `${attackersTable(results)}\n\n${paidTogether(results)}`
}

/** Returns a table of what each attacker was paid, and what stopped it. */
function attackersTable(results: readonly Result[]): string {
  const head = ['attacker', 'what it does', 'views', 'not paid for', 'rejected as']
  const rows = results.map(it => [
    it.name,
    it.does,
    String(it.reported),
    unpaid(it),
    it.rejected.join(', ') || '–',
    it.heldAfterHours === null ? 'never' : String(it.heldAfterHours),
    amountText(it.waiting, 'usd'),
    amountText(it.paid, 'usd')
  ])
  return table([...head, 'hours until held', 'waits or held, USD', 'paid, USD'], rows)
}

/** Returns a Markdown table with a row for each crowd: what its publisher lost. */
export function crowdsTable(results: readonly Result[]): string {
  const head = ['crowd', 'what it does', 'views', 'lost', 'rejected as', 'held']
  const rows = results.map(it => [
    it.name,
    it.does,
    String(it.reported),
    unpaid(it),
    it.rejected.join(', ') || '–',
    it.heldAfterHours === null ? 'never' : `after ${it.heldAfterHours} hours`
  ])
  return table(head, rows)
}

/** Returns the share that attackers were paid of the money for views that no person had. */
function paidTogether(results: readonly Result[]): string {
  const sum = (amounts: bigint[]) => amounts.reduce((all, it) => all + it, 0n)
  const paid = sum(results.map(it => it.paidForFaked))
  const faked = sum(results.map(it => it.faked))
  const percent = faked === 0n ? '0.0' : (Number((paid * 1000n) / faked) / 10).toFixed(1)
  return `For views that no person had, they were paid ${amountText(paid, 'usd')} of ${amountText(faked, 'usd')} USD together, which is ${percent}%.`
}

function unpaid({ reported, billable }: Outcome): string {
  return reported === 0 ? '–' : `${((1 - billable / reported) * 100).toFixed(1)}%`
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map(it => `| ${it.join(' | ')} |`).join('\n')
}
