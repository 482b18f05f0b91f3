import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBill } from './testing/build-bill.ts'
import { examplePlan } from './testing/example-plan.ts'

const program = fileURLToPath(new URL('./verify_bill.py', import.meta.url))
const past = examplePlan.charges.map(it => ({
  ...it,
  start: it.start.replace('2026-11', '2026-01'),
  end: it.end.replace('2026-11', '2026-01')
}))
// The program uses this computer's clock, so the dates are in the past.
const genesis = { at: '2026-01-01T00:00:00.000Z', chargesSince: '2026-01-01T00:00:00.000Z' }
const bill = buildBill({ charges: past, genesis, others: 300 })
let folder: string
let server: Server
let address: string

/** Serves the log's files as every network does; the second request gets a "busy" answer (429). */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mille-bill-'))
  await writeFile(join(folder, 'bill'), bill.text)
  await writeFile(join(folder, 'cut'), bill.text.slice(0, -40))
  await writeFile(join(folder, 'wrong'), buildBill({ charges: past }).text)
  await writeFile(join(folder, 'entries'), bill.entries)
  const ends: number[] = [0]
  for (let at = 0; at < bill.entries.length; ends.push(at)) at += 2 + bill.entries.readUInt16BE(at)
  const files: Record<string, Buffer> = {
    '/log/tile/entries/000': bill.entries.subarray(0, ends[256]),
    [`/log/tile/entries/001.p/${ends.length - 257}`]: bill.entries.subarray(ends[256])
  }
  let asked = 0
  server = createServer(({ url = '' }, answer) => {
    asked++
    const file = files[url]
    if (asked === 2) answer.writeHead(429, { 'Retry-After': '1' }).end()
    else answer.writeHead(file ? 200 : 404).end(file)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

function run(...given: string[]): Promise<{ code: number; said: string }> {
  return new Promise(resolve =>
    execFile('python3', [program, ...given], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}` })
    )
  )
}

test('is 0 only if all of the bill was verified', async () => {
  const { code, said } = await run('bill', '--log', 'entries')
  expect(said).toMatch(/\nThe bill is right\.\n$/)
  expect(code).toBe(0)
})

test('reads the log from its address, and waits when that is busy', async () => {
  const { code, said } = await run('bill', '--log', `${address}/log`)
  expect(said).toContain('All 303 entries of the log read: no public entry is left out.')
  expect(code).toBe(0)
})

test.each([
  ['the log was not read', ['bill']],
  ['there is no such log', ['bill', '--log', 'ADDRESS/other']],
  ['the log cannot be reached', ['bill', '--log', 'http://127.0.0.1:1/log']],
  ['the file is incomplete', ['cut', '--log', 'entries']],
  ['there is no file', ['missing']]
])('is 2 when %s', async (_, given) => {
  const { code, said } = await run(...given.map(it => it.replace('ADDRESS', address)))
  expect(said).not.toContain('The bill is right')
  expect(code).toBe(2)
})

test('is 1 when something is wrong', async () => {
  const { code, said } = await run('wrong', '--log', 'entries')
  expect(said).toMatch(/\[window_before_log\]\n$/)
  expect(code).toBe(1)
})
