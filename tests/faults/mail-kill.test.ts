import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { enqueueMail } from '@mille/server/mail/outbox.ts'
import { type MailServer, startMailServer } from '@mille/testing/mail-server.ts'
import { createRandom } from '@mille/testing/random.ts'
import { serverProgram } from '@mille/testing/server-program.ts'
import { createTestDatabase, type TestDatabase } from '@mille/testing/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const kills = process.env.MILLE_PROOF === 'full' ? 100 : 5
const mailsPerKill = 40
const program = await serverProgram('tests/faults/mail-worker.ts')

let database: TestDatabase
let server: MailServer
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startMailServer()
})
afterAll(async () => {
  await server.close()
  await database.close()
})

test(`mail comes once, or twice and marked, when its worker is killed ${kills} times`, async () => {
  const random = createRandom(7)
  let written = 0
  for (let round = 0; round < kills; round++) {
    await database.db.transaction().execute(async tx => {
      for (let count = 0; count < mailsPerKill; count++) {
        const recipient = `kill-${written++}@example.com`
        await enqueueMail(tx, {
          recipient,
          language: 'en',
          subject: 'A',
          text: 'Text',
          at: new Date()
        })
      }
    })
    const worker = startWorker()
    const before = server.mails.length
    while (server.mails.length === before && worker.exitCode === null) await sleep(1)
    // The worker is killed at a random moment of its work.
    await sleep(random.below(60))
    worker.kill('SIGKILL')
    if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit')
  }
  // The locks of the last killed worker end with its connections.
  await expect
    .poll(
      async () => {
        const last = startWorker()
        await once(last, 'exit')
        return countWaiting()
      },
      // This worker sends what a hundred killed workers left: thousands of emails.
      { timeout: 30_000 + kills * 5_000 }
    )
    .toBe(0)

  const copies = new Map<string, boolean[]>()
  for (const { recipient, headers } of server.mails)
    copies.set(recipient, [...(copies.get(recipient) ?? []), headers.has('x-mille-repeated')])
  const twice = [...copies.values()].filter(marks => marks.length > 1)
  process.stdout.write(`${kills} kills, ${written} mails, ${twice.length} of them twice\n`)
  expect(twice.filter(marks => marks.length > 2 || marks[0] || !marks[1])).toEqual([])
  const { rows } = await database.pool.query(
    'select recipient from mails where given_up_at is not null'
  )
  const givenUp = new Set(rows.map(row => row.recipient as string))
  const missing = Array.from({ length: written }, (_, at) => `kill-${at}@example.com`).filter(
    recipient => !copies.has(recipient) && !givenUp.has(recipient)
  )
  expect(missing).toEqual([])
})

async function countWaiting(): Promise<number> {
  const { rows } = await database.pool.query(
    'select count(*)::int as count from mails where sent_at is null and given_up_at is null'
  )
  return rows[0].count
}

function startWorker(): ChildProcess {
  const env = {
    ...process.env,
    ...program.env,
    NODE_ENV: 'test',
    SECRET: randomBytes(32).toString('hex'),
    MAIL_URL: server.url,
    LOG_LEVEL: 'silent'
  }
  return spawn(process.execPath, [program.file, JSON.stringify(database.connection)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit']
  })
}
