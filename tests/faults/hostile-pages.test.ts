import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createStranger } from '@mille/testing/contract/stranger.ts'
import { processorMs } from '@mille/testing/processor.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/**
 * A megabyte of HTML that is as expensive as possible for the parser, which checks all open elements at each closing
 * tag.
 */
const hostile = Buffer.from('<div>'.repeat(250) + '</p>'.repeat(249_000))
let asked = 0
const pages = http.createServer((_, response) => {
  asked++
  response.end(hostile)
})
/**
 * Maximum processor time in milliseconds that the event loop may spend on thirty hostile pages. Parsing them in the
 * event loop itself took five seconds.
 */
const mostMs = 1_500

let server: ServerProcess
beforeAll(async () => {
  await new Promise<void>(resolve => pages.listen(0, '127.0.0.1', resolve))
  server = await startServerProcess({ TRUSTED_PROXIES: '1' })
})
afterAll(async () => {
  pages.close()
  await server.dispose()
})

test('a server that strangers have read what hurts a parser has its event loop for others', async () => {
  expect(await analyse(200)).toBe(201)
  const before = processorMs(server.pid, server.pid)
  const statuses = await Promise.all(Array.from({ length: 30 }, (_, nth) => analyse(nth)))
  expect(statuses.every(it => it === 201 || it === 429)).toBe(true)
  expect(statuses).toContain(201)
  // Processor time of the main thread, whose thread ID is the process ID.
  expect(processorMs(server.pid, server.pid) - before).toBeLessThan(mostMs)
}, 60_000)

test('stops while a page is read', async () => {
  asked = 0
  const reading = Promise.allSettled(Array.from({ length: 8 }, (_, block) => analyse(150 + block)))
  // The server has sent all page requests, and is reading the last page.
  await vi.waitUntil(() => asked === 8, { timeout: 30_000, interval: 5 })
  expect(await server.stop()).toBe(0)
  expect((await reading).filter(it => it.status === 'fulfilled')).toHaveLength(8)
})

/** Requests a page analysis as a visitor from another neighborhood of addresses. */
async function analyse(block: number): Promise<number> {
  const { port } = pages.address() as AddressInfo
  const attributes = { page_url: `http://127.0.0.1:${port}/` }
  const { status } = await createStranger(server.url).write(
    'POST',
    '/api/v1/page_analyses',
    { data: { type: 'page_analyses', attributes } },
    { 'X-Forwarded-For': `198.51.${block}.7` }
  )
  return status
}
