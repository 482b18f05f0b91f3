import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, TransactionBuilder } from 'kysely'
import type pg from 'pg'

type Held = { isOpen: boolean }

const transactions = new AsyncLocalStorage<Held>()

/**
 * Fails, in tests and development, if code inside a transaction asks the pool for a second connection. Such a caller
 * can block all others: once as many of them wait as the pool has connections, each waits for another. This check finds
 * the mistake however few requests there are.
 */
export function forbidSecondConnections<DB>(db: Kysely<DB>, pool: pg.Pool): void {
  const begin = db.transaction.bind(db)
  db.transaction = () => watched(begin())
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  pool.connect = ((...args: unknown[]) => {
    if (transactions.getStore()?.isOpen) {
      throw new Error(
        'A second connection was asked for inside a transaction: use the transaction, or read it before'
      )
    }
    return connect(...args)
  }) as pg.Pool['connect']
}

function watched<DB>(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const execute = builder.execute.bind(builder)
  const [level, mode] = [
    builder.setIsolationLevel.bind(builder),
    builder.setAccessMode.bind(builder)
  ]
  return Object.assign(builder, {
    setIsolationLevel: (it: Parameters<typeof level>[0]) => watched(level(it)),
    setAccessMode: (it: Parameters<typeof mode>[0]) => watched(mode(it)),
    async execute<Result>(run: Parameters<typeof execute<Result>>[0]): Promise<Result> {
      // Code that began inside the transaction and continues after its end may ask for a connection again.
      const held: Held = { isOpen: true }
      try {
        return await execute(tx => transactions.run(held, () => run(tx)))
      } finally {
        held.isOpen = false
      }
    }
  })
}
