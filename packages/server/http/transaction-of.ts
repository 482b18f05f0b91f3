import type { Tx } from '../db/connect.ts'
import type { Call } from './serve.ts'

/** The transaction that the reply is stored in, of a call that honours an idempotency key. */
export function transactionOf({ once }: Pick<Call<unknown>, 'once'>): Tx {
  if (!once) throw new Error('the endpoint does not declare that it honours an idempotency key')
  return once.tx
}
