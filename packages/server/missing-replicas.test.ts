import { type Nats, startNats } from '@mille/testing/nats.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readHealth } from './admin/health.ts'
import type { EventLog } from './delivery/event-log/event-log.ts'
import { openEventLog } from './delivery/event-log/open-event-log.ts'

let nats: Nats
let app: TestApp
let log: EventLog
beforeAll(async () => {
  nats = await startNats()
  app = await createTestApp({ eventLogUrl: nats.url })
  log = openEventLog(app.context)
})
afterAll(async () => {
  await log.close()
  await app.close()
  await nats.dispose()
})

/** Event log servers elect leaders and wait before they treat one of them as lost. */
const patient = { timeout: 60_000, interval: 500 }

async function lineOfHealth() {
  return (await readHealth(app.context)).find(it => it.name === 'Event log')
}

async function metric(): Promise<string | undefined> {
  const answer = await app.open('127.0.0.1').transport('/metrics', {})
  return /^mille_event_log_replicas_missing (\S+)$/m.exec(await answer.text())?.[1]
}

test('a server of the log that is away is on the health page and in the metrics', async () => {
  const whole = { state: 'ok', text: 'All 3 copies are up to date.' }
  await expect.poll(lineOfHealth, patient).toMatchObject(whole)
  await expect.poll(metric, patient).toBe('0')
  await nats.kill(2)
  await expect.poll(lineOfHealth, patient).toMatchObject({
    state: 'alarm',
    text: '1 of 3 copies is missing or far behind (mille-2). If another server fails, no views are recorded. Check the server, its disk and its log.'
  })
  await expect.poll(metric, patient).toBe('1')
  await nats.start()
  await expect.poll(lineOfHealth, patient).toMatchObject(whole)
  await expect.poll(metric, patient).toBe('0')
})

test('says of a batch that only its leader has why it is not stored', async () => {
  const connection = await connect({ servers: nats.url.split(',') })
  const { streams } = await jetstreamManager(connection)
  const { cluster } = await streams.info('mille-events-0')
  await connection.close()
  for (const server of [0, 1, 2]) if (`mille-${server}` !== cluster?.leader) await nats.kill(server)
  await expect(
    log.append([{ partition: 0, body: Buffer.from('hello') }], new Date())
  ).rejects.toMatchObject({
    message: 'The servers of the event log answer with an error',
    cause: { message: 'most of the replicas have not stored what was sent: are they running?' }
  })
  await nats.start()
})
