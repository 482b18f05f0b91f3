import { freePort } from '@mille/testing/free-port.ts'
import { createTestContext } from '@mille/testing/test-context.ts'
import { Kysely, PostgresDialect } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { keyPrefix } from '../api-keys/index.ts'
import { createPool } from '../db/clients.ts'
import { readAddress } from '../db/database-address.ts'
import type { DB } from '../db/schema.generated.ts'
import { createApp } from './app.ts'

test('without a primary, calls and readiness get 503 with a code of their own, and the log says it once', async () => {
  const context = await createTestContext()
  const ports = [await freePort(), await freePort()]
  const address = readAddress(`postgres://mille@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/mille`)
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: line => void lines.push(line) })
  for (const connection of [address, { host: '127.0.0.1', port: ports[0] ?? 0 }]) {
    lines.length = 0
    const pool = createPool(connection, { max: 2 })
    const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
    const parts = { delivery: null, pages: null, embedFolder: null, assetsFolder: null }
    const app = createApp(
      { ...context, connection, pool, db, log },
      { ...parts, isReady: () => true }
    )
    const ask = (path: string) =>
      app.fetch(
        new Request(new URL(path, context.config.publicUrl), {
          headers: { authorization: `Bearer ${keyPrefix}${'a'.repeat(43)}` }
        }),
        { incoming: { socket: { remoteAddress: '10.0.0.1' } } }
      )
    for (let count = 0; count < 3; count++) {
      const answer = await ask('/api/v1/categories')
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(await answer.json()).toMatchObject({ errors: [{ code: 'database_unavailable' }] })
    }
    expect((await ask('/readyz')).status).toBe(503)
    expect(lines.filter(it => it.includes('"level":50'))).toHaveLength(1)
    await app.stop()
    await pool.end()
  }
  await context.close()
})
