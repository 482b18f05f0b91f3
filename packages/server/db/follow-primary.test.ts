import { createServer, type Socket } from 'node:net'
import { freePort } from '@mille/testing/free-port.ts'
import { expect, test } from 'vitest'
import { createClient } from './clients.ts'
import { readAddress, splitHosts } from './database-address.ts'
import { choosePrimary } from './follow-primary.ts'

const answer = (host: string, timeline: number | null, problem = '') => ({
  host,
  port: 5432,
  timeline,
  problem
})

test('reads the hosts that a DATABASE_URL names, with their own ports', () => {
  const split = splitHosts('postgres://mille:a%40,b@one,two:5433/mille?sslmode=verify-full')
  expect(split).toEqual([
    'postgres://mille:a%40,b@one/mille?sslmode=verify-full',
    'postgres://mille:a%40,b@two:5433/mille?sslmode=verify-full'
  ])
  const single = [
    'postgres://mille@one/mille',
    'postgres://mille:a,b@one/mille',
    'postgres://postgres@/postgres?host=/tmp/a&port=5432',
    'socket:/tmp/a?db=mille',
    '/tmp/a mille'
  ]
  for (const url of single) expect(splitHosts(url)).toEqual([url])
})

test('chooses the primary that was promoted last', () => {
  const chosen = choosePrimary([answer('one', 1), answer('two', 2), answer('three', null)], 0)
  expect(chosen).toEqual({ host: 'two', port: 5432, timeline: 2 })
})

test('never returns to a primary from before the last promotion', () => {
  const answers = [answer('one', 1), answer('two', null, 'refused')]
  expect(choosePrimary(answers, 1).host).toBe('one')
  expect(() => choosePrimary(answers, 2)).toThrow(
    'one:5432 was the primary before the last promotion and is not used again'
  )
})

test('refuses two primaries of which neither was promoted later', () => {
  expect(() => choosePrimary([answer('one', 3), answer('two', 3)], 3)).toThrow(
    'one:5432 and two:5432 are both primaries and neither was promoted later: stop the wrong one'
  )
})

test('says what is wrong with each host when none is the primary', () => {
  expect(() => choosePrimary([answer('one', null, 'refused'), answer('two', null)], 1)).toThrow(
    'None of the databases is a primary (one:5432 refused; two:5432 is a standby)'
  )
})

test('fails when no host can be reached, and tries again the next time', async () => {
  const [one, two] = [await freePort(), await freePort()]
  const address = readAddress(`postgres://nobody@127.0.0.1:${one},127.0.0.1:${two}/none`)
  for (const _ of [1, 2])
    await expect(createClient(address).connect()).rejects.toThrow(/None of the databases/)
})

test('asks after a connection that says nothing for ten seconds', async () => {
  const asked: unknown[] = []
  const server = createServer((socket: Socket) => socket.destroy()).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const client = createClient({ host: '127.0.0.1', port, user: 'nobody' })
  const { stream } = client.connection
  Object.assign(stream, { setKeepAlive: (...values: unknown[]) => asked.push(values) })
  await expect(client.connect()).rejects.toThrow()
  server.close()
  expect(asked).toEqual([[true, 10_000]])
})
