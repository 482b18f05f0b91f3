import type { CallFailure } from '@mille/api/client.ts'

/** Returns the failure that the server would give for fields without a positive amount, without calling the server. */
export function invalidAmounts(names: readonly string[]): CallFailure {
  const code = 'amount_invalid'
  const errors = names.map(name => ({
    status: '422',
    code,
    title: '',
    detail: 'must be an amount, such as 0.50',
    source: { pointer: `/data/attributes/${name}` }
  }))
  return { ok: false, status: 422, code, errors }
}
