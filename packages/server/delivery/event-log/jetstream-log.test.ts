import { setTimeout as sleep } from 'node:timers/promises'
import { type Nats, startNats } from '@mille/testing/nats.ts'
import { jetstreamManager, StorageType } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventLog, EventLogUnavailable } from './event-log.ts'
import { createJetStreamLog } from './jetstream-log.ts'
import { WrongEventLog } from './streams-claim.ts'

const noon = new Date('2026-03-02T12:00:00Z')
const limits = { batches: 100, bytes: 1_000_000 }
const password = 'p@ss:w/rd'
const hello = [{ partition: 0, body: Buffer.from('hello') }]

let server: Nats
const open: EventLog[] = []
beforeAll(async () => {
  server = await startNats({ servers: 1, password })
})
afterAll(async () => {
  for (const log of open) await log.close()
  await server.dispose()
})

function openLog(name: string, { url = server.url, patienceMs = 20_000 } = {}): EventLog {
  const log = createJetStreamLog(url, { name, partitions: 1, patienceMs })
  open.push(log)
  return log
}

test('signs in with what the address has in it, and not without', async () => {
  const log = openLog('signed-in')
  await log.append(hello, noon)
  expect(await log.read(0, 0n, limits)).toMatchObject([{ at: noon, body: Buffer.from('hello') }])
  const stranger = openLog('signed-in', { url: server.url.replace(/\/\/.*@/, '//') })
  await expect(stranger.append(hello, noon)).rejects.toThrow(EventLogUnavailable)
})

test('can be opened while no server is there', async () => {
  await server.kill()
  const log = openLog('early', { patienceMs: 500 })
  await expect(log.append(hello, noon)).rejects.toThrow(EventLogUnavailable)
  await server.start()
  await expect.poll(() => log.append(hello, noon), { timeout: 10_000 }).toHaveLength(1)
})

test('uses no stream that would not keep what it has acknowledged', async () => {
  const { streams, connection } = await manageStreams()
  await streams.add({ name: 'short-0', subjects: ['short-0'], storage: StorageType.Memory })
  await connection.close()
  await expect(openLog('short').append(hello, noon)).rejects.toMatchObject({
    name: 'EventLogUnavailable',
    cause: new WrongEventLog('leads to a stream short-0 that has storage memory, not file')
  })
})

test('never takes a batch that is lost for one that never was', async () => {
  const log = openLog('lossy')
  const [first = 0n] = await log.append(hello, noon)
  const [lost = 0n] = await log.append([{ partition: 0, body: Buffer.from('lost') }], noon)
  await log.append([{ partition: 0, body: Buffer.from('last') }], noon)
  const { streams, connection } = await manageStreams()
  await streams.deleteMessage('lossy-0', Number(lost))
  await connection.close()
  const texts = (await log.read(0, 0n, limits)).map(it => it.body.toString())
  expect(texts).toEqual(['hello'])
  const other = openLog('lossy')
  await expect(other.read(0, first, limits)).rejects.toThrow(
    `Partition 0 of the event log ends at ${lost + 1n}, and ${lost} is not read from it`
  )
})

test('stores a batch once that was sent again', async () => {
  const log = openLog('again')
  await log.append(hello, noon)
  // The server's processes are stopped for longer than one attempt takes, so the answer comes after the batch was sent
  // again.
  for (const pid of server.pids()) process.kill(pid, 'SIGSTOP')
  const appending = log.append([{ partition: 0, body: Buffer.from('slow') }], noon)
  setTimeout(() => {
    for (const pid of server.pids()) process.kill(pid, 'SIGCONT')
  }, 1200)
  await appending
  const texts = (await log.read(0, 0n, limits)).map(it => it.body.toString())
  expect(texts).toEqual(['hello', 'slow'])
})

test.each(['answer', 'stop answering'])(
  'an error that the servers answer with is not called an outage, though they %s later',
  async later => {
    const name = later === 'answer' ? 'full' : 'full-and-stopped'
    const log = openLog(name, { patienceMs: 3_000 })
    await log.append(hello, noon)
    const { streams, connection } = await manageStreams()
    await streams.update(`${name}-0`, { max_msgs: 1 })
    await connection.close()
    const appending = expect(log.append(hello, noon)).rejects.toMatchObject({
      name: 'EventLogUnavailable',
      message: 'The servers of the event log answer with an error',
      cause: { message: 'maximum messages exceeded' }
    })
    await sleep(1000)
    if (later === 'stop answering') for (const pid of server.pids()) process.kill(pid, 'SIGSTOP')
    await appending.finally(() => {
      for (const pid of server.pids()) process.kill(pid, 'SIGCONT')
    })
  }
)

test('a read waits until there is a replica that answers it', async () => {
  const log = openLog('late')
  await log.append(hello, noon)
  const { streams, connection } = await manageStreams()
  // No replica answers, as just after a stream is created.
  await streams.update('late-0', { allow_direct: false })
  const reading = log.read(0, 0n, limits)
  await sleep(300)
  await streams.update('late-0', { allow_direct: true })
  expect(await reading).toMatchObject([{ at: noon, body: Buffer.from('hello') }])
  await connection.close()
})

/** Connects as the operator of the servers. */
async function manageStreams() {
  const [, port] = server.url.split('@')
  const connection = await connect({ servers: port ?? '', user: 'mille', pass: password })
  const { streams } = await jetstreamManager(connection)
  return { streams, connection }
}
