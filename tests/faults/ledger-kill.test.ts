import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@mille/server/db/connect.ts'
import { type EmbeddedDatabase, startEmbedded } from '@mille/server/db/embedded.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import { verifyLedger } from '@mille/server/ledger/index.ts'
import { newDatabaseFolder } from '@mille/testing/database-folder.ts'
import { serverProgram } from '@mille/testing/server-program.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const kills = process.env.MILLE_PROOF === 'full' ? 20 : 3

const folder = await newDatabaseFolder('ledger')
const program = await serverProgram('tests/faults/ledger-writer.ts')
let server: EmbeddedDatabase

beforeAll(async () => {
  server = await startEmbedded(folder)
  const { pool, close } = await connect(server.connection, 2)
  await migrate(pool)
  await close()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test(`keeps every acknowledged batch whole when writer and database are killed ${kills} times`, async () => {
  const acknowledged = new Set<string>()
  for (let round = 0; round < kills; round++) {
    const writer = startWriter(round, acknowledged)
    const started = acknowledged.size
    while (acknowledged.size === started) await sleep(10)
    await sleep(200 + Math.random() * 300)
    // In every second round, the database goes down with all its connections, as in a crash.
    const crash = round % 2 === 0 ? crashDatabase() : null
    writer.kill('SIGKILL')
    await once(writer, 'close')
    await crash
  }

  const { db, close } = await connect(server.connection, 2)
  const transfers = await db
    .selectFrom('ledger_transfers')
    .select('key')
    .limit(10_000_000)
    .execute()
  const kept = new Map<string, number>()
  for (const { key } of transfers) {
    const batch = key.slice(0, key.lastIndexOf('-'))
    kept.set(batch, (kept.get(batch) ?? 0) + 1)
  }
  const verdict = await verifyLedger(db)
  await close()

  // Each round waits for one batch; how many more there are depends on the machine.
  expect(acknowledged.size).toBeGreaterThanOrEqual(kills)
  expect([...acknowledged].filter(batch => !kept.has(batch))).toEqual([])
  expect([...kept.values()].filter(count => count !== 3)).toEqual([])
  expect(verdict).toMatchObject({ ok: true })
  process.stdout.write(
    `${acknowledged.size} batches acknowledged, ${kept.size} kept, ${kills} kills\n`
  )
})

function startWriter(round: number, acknowledged: Set<string>): ChildProcess {
  const args = [program.file, JSON.stringify(server.connection), String(round)]
  const writer = spawn(process.execPath, args, {
    env: { ...process.env, ...program.env },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let rest = ''
  writer.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) acknowledged.add(line)
  })
  return writer
}

/**
 * Stops the database with SIGQUIT: it writes no checkpoint and closes no connection, and the next start recovers from
 * its log.
 */
async function crashDatabase(): Promise<void> {
  const pidFile = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8')
  const pid = Number.parseInt(pidFile, 10)
  process.kill(pid, 'SIGQUIT')
  while (isAlive(pid)) await sleep(20)
  server = await startEmbedded(folder)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
