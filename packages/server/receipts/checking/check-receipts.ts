import { readReceipt } from '../receipt.ts'
import type { AskNetwork } from './ask-network.ts'
import { checkReceipt, type Found, whyNotGenuine } from './check-receipt.ts'
import { type LogView, openLog } from './follow-log.ts'

/** Result of the check of a file of receipts; `unverified` when the network did not answer. */
export type CheckedReceipts = { result: 'right' | 'wrong' | 'unverified'; lines: string[] }

type Parts = { ask: AskNetwork; origin: string; key: string | null; now: () => Date }

/**
 * Checks receipts, one per line, against the public log of the network at the origin. The result is `right` if every
 * line is a receipt of that network, each was answered with a proof, and no promise was broken; `unverified` if
 * something could not be checked.
 */
export async function checkReceipts(text: string, parts: Parts): Promise<CheckedReceipts> {
  const { ask, origin, key } = parts
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }))
  const written = lines.filter(it => it.line !== '')
  if (written.length === 0) return { result: 'wrong', lines: ['The file has no receipts.'] }
  const opened = await openLog(ask, origin, key)
  if (!opened.ok)
    return {
      result: opened.isReached === false ? 'unverified' : 'wrong',
      lines: [`${opened.problem}.`]
    }
  const said: string[] = []
  const counts = new Map<Found['finding'] | 'invalid', number>()
  for (const { line, number } of written) {
    const { finding, text } = await checkLine(line, parts, opened.log)
    counts.set(finding, (counts.get(finding) ?? 0) + 1)
    said.push(`Line ${number}: ${text}.`)
  }
  const count = (finding: Found['finding'] | 'invalid') => counts.get(finding) ?? 0
  const isWrong = count('invalid') + count('broken') > 0
  const isUnverified = count('unanswered') + count('forgotten') > 0
  const result = isWrong ? 'wrong' : isUnverified ? 'unverified' : 'right'
  return { result, lines: [...said, sumOf(written.length, count)] }
}

async function checkLine(
  line: string,
  { ask, now }: Parts,
  log: LogView
): Promise<{ finding: Found['finding'] | 'invalid'; text: string }> {
  const receipt = readReceipt(line)
  if (!receipt) return { finding: 'invalid', text: 'this is not a receipt' }
  const problem = whyNotGenuine(receipt, log)
  if (problem !== null) return { finding: 'invalid', text: `not a valid receipt: ${problem}` }
  const { finding, text } = await checkReceipt(ask, log, receipt, now())
  const name = receipt.decision.toString('hex')
  return { finding, text: `${name}: ${finding === 'broken' ? 'broken promise: ' : ''}${text}` }
}

function sumOf(all: number, count: (finding: Found['finding'] | 'invalid') => number): string {
  const broken = count('broken')
  const parts = [
    `${count('billed')} billed`,
    `${count('rejected')} rejected`,
    `${count('pending')} not settled yet`,
    `${broken} broken ${broken === 1 ? 'promise' : 'promises'}`
  ]
  if (count('forgotten') > 0) parts.push(`${count('forgotten')} no longer kept`)
  if (count('unanswered') > 0) parts.push(`${count('unanswered')} not answered`)
  const valid = all - count('invalid')
  return `${valid} of ${all} receipts: ${parts.join(', ')}.`
}
