import type { Connection, Database } from '@mille/server/db/connect.ts'
import type { DB } from '@mille/server/db/schema.generated.ts'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Random } from './random.ts'

export class Crash extends Error {
  override name = 'Crash'
}

export type CrashingDatabase = {
  db: Database
  /** A connection pool that crashes in the same way, for code that needs its own connections. */
  pool: pg.Pool
  /** Returns the number of crashes so far. */
  crashes: () => number
  /** Lets the leases of the dead process expire at once, because the database's clock cannot be moved. */
  letLeasesEnd: () => Promise<void>
  /** Sets the probability of a crash at each statement from now on; 0 for none. */
  setRisk: (probability: number) => void
}

/**
 * Wraps a database as seen by a process that may die at any await: before a statement is sent, or after it ran but
 * before its answer arrived, commits included. Unfinished work on that connection is lost with the process.
 */
export function createCrashingDatabase(
  { pool }: Pick<Connection, 'pool'>,
  random: Random
): CrashingDatabase {
  let risk = 0
  let crashes = 0

  function die(): never {
    crashes++
    throw new Crash('the process died')
  }

  async function connect() {
    const client = await pool.connect()
    let isDead = false
    async function query(...values: unknown[]): Promise<unknown> {
      if (isDead) throw new Crash('the process is dead')
      const moment = random.fraction()
      if (moment < risk / 2) {
        isDead = true
        die()
      }
      const result = await (client.query as (...values: unknown[]) => Promise<unknown>)(...values)
      if (moment < risk) {
        isDead = true
        die()
      }
      return result
    }
    return {
      query,
      // When a process dies, its connection closes and PostgreSQL rolls back its open transaction.
      release: (isBroken?: boolean) => client.release(isDead || isBroken === true)
    } as unknown as pg.PoolClient
  }

  const crashing = { connect, end: async () => {} } as unknown as pg.Pool
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: crashing }) }),
    pool: crashing,
    crashes: () => crashes,
    async letLeasesEnd() {
      await pool.query(
        "update counter_partitions set leased_until = '-infinity' where owner is not null"
      )
      await pool.query("update counter_processes set alive_until = '-infinity'")
      await pool.query("update counting_rules_turn set taken_until = '-infinity'")
    },
    setRisk(probability) {
      risk = probability
    }
  }
}
