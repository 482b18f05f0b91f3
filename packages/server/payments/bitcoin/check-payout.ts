import { sumOf } from '@mille/money/sum.ts'
import type { CheckedPayout } from '../chain.ts'
import { tryTo } from '../try-to.ts'
import { anchorIn, isData } from './anchor.ts'
import { paysAddress, readTransaction } from './read-transaction.ts'

/**
 * Checks that every output is a withdrawal's, a known loss, the anchor or change, and that the remainder is the fee.
 */
export function checkBitcoinPayout(row: CheckedPayout): string | null {
  const read = tryTo(() => readTransaction(row.raw))
  if (read === null) return 'has bytes that are not a transaction'
  const { id, inputs, outputs } = read
  if (id !== row.transactionId) return `has the bytes of ${id}`
  if (row.purpose !== 'withdrawals')
    return `is called a ${row.purpose}, which there is none of here`
  const known = row.inputs.map(it => it.name).sort()
  if (known.join() !== inputs.toSorted().join()) return 'spends other coins than the books say'
  const spent = sumOf(row.inputs.map(it => it.amount))
  const paid = sumOf(outputs.map(it => it.amount))
  if (spent - paid !== row.fee)
    return `leaves ${spent - paid} to miners, and the books say ${row.fee}`
  const data = outputs.filter(it => isData(it.script))
  if ((anchorIn(outputs)?.toString('hex') ?? null) !== row.anchor)
    return `does not carry the anchor of the books, which is ${row.anchor ?? 'none'}`
  if (row.anchor === null && data.length > 0) return 'carries data that the books do not name'
  const rest = new Set(outputs.filter(it => !isData(it.script)))
  for (const it of [...row.unknown, ...row.withdrawals]) {
    const choice = it.output === undefined ? rest : outputs.slice(it.output, it.output + 1)
    const found = [...choice].find(
      one => one.amount === it.amount && paysAddress(one.script, it.address)
    )
    if (!found) return `does not pay ${it.what}: ${it.amount} to ${it.address}`
    rest.delete(found)
  }
  // Transactions that replace each other pay the same outputs, but withdrawals name only one of them, so the others
  // cannot be checked. Payouts from before change addresses were stored cannot be checked either.
  if (row.changeAddress === null || row.withdrawals.length + row.unknown.length === 0) return null
  const { changeAddress } = row
  const isBack = [...rest].every(it => paysAddress(it.script, changeAddress))
  return isBack && rest.size === 1 ? null : 'pays someone whom the books do not name'
}
