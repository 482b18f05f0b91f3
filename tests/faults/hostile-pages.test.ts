import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createStranger } from '@mille/testing/contract/stranger.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A megabyte that costs the parser most: it looks through all that is open at each closing tag. */
const hostile = Buffer.from('<div>'.repeat(250) + '</p>'.repeat(249_000))
const pages = http.createServer((_, response) => response.end(hostile))
/** Beside other tests the machine is slow for everybody. */
const longestMs = 1_000

let server: ServerProcess
beforeAll(async () => {
  await new Promise<void>(resolve => pages.listen(0, '127.0.0.1', resolve))
  server = await startServerProcess({ TRUSTED_PROXIES: '1' })
})
afterAll(async () => {
  pages.close()
  await server.dispose()
})

test('a server answers others in time while strangers have it read what hurts a parser', async () => {
  expect(await analyse(200)).toBe(201)
  await askForHealth(20)
  const reading = Promise.all(Array.from({ length: 30 }, (_, block) => analyse(block)))
  const waits = await askForHealth(60)
  const statuses = await reading
  expect(statuses.every(it => it === 201 || it === 429)).toBe(true)
  expect(statuses).toContain(201)
  const [worst = 0] = waits.sort((a, b) => b - a)
  expect(worst).toBeLessThan(longestMs)
})

test('stops while a page is read', async () => {
  const reading = Promise.allSettled(Array.from({ length: 8 }, (_, block) => analyse(100 + block)))
  await sleep(100)
  expect(await server.stop()).toBe(0)
  expect((await reading).filter(it => it.status === 'fulfilled')).toHaveLength(8)
})

/** By somebody of another neighborhood of addresses. */
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

/** How long each of so many answers took, in milliseconds: one is asked for every 25 ms. */
async function askForHealth(count: number): Promise<number[]> {
  const asked: Promise<number>[] = []
  for (let nth = 0; nth < count; nth++) {
    const started = performance.now()
    asked.push(
      fetch(`${server.url}/healthz`).then(async response => {
        await response.arrayBuffer()
        return performance.now() - started
      })
    )
    await sleep(25)
  }
  return Promise.all(asked)
}
