import { type FuzzRequest, fuzzRequest, operationsOf } from '@mille/testing/contract/fuzz.ts'
import { createMakers, type Maker } from '@mille/testing/contract/fuzz-makers.ts'
import { createContractWorld, unknownId } from '@mille/testing/contract/world.ts'
import { findSlow, maxCallMs } from '@mille/testing/processor.ts'
import { createRandom } from '@mille/testing/random.ts'
import { expect, test, vi } from 'vitest'
import { openApiDocument } from './openapi.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const requests = Number(process.env.MILLE_FUZZ ?? (isProof ? 1_000_000 : 600))
const seed = Number(process.env.MILLE_SEED ?? (isProof ? Date.now() % 1e9 : 20_260_302))
/** Number of requests in one test world. The next world has the next seed, so that a single world can be repeated. */
const perWorld = 20_000

test(
  `${requests} requests made from the OpenAPI document, by seed ${seed}: no 5xx, none over ${maxCallMs} ms of processor`,
  async () => {
    const problems: string[] = []
    const statuses = new Map<number, number>()
    const startedMs = performance.now()
    for (let made = 0; made < requests && problems.length < 20; made += perWorld) {
      const count = Math.min(perWorld, requests - made)
      problems.push(...(await fuzz(seed + made / perWorld, count, statuses)))
      if (isProof) say(made + count, performance.now() - startedMs, problems, statuses)
    }
    expect(problems).toEqual([])
    // The test proves nothing if no request is accepted.
    const good = [...statuses].reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0)
    expect(good / requests).toBeGreaterThan(0.1)
  },
  6 * 3_600_000
)

async function fuzz(seed: number, count: number, statuses: Map<number, number>): Promise<string[]> {
  const world = await createContractWorld({ allowPrivateHosts: false })
  const { app } = world
  // Captures console errors, which are reported as problems at the end.
  const saids = vi.spyOn(console, 'error').mockImplementation(() => {})
  const failed = vi.spyOn(app.context.log, 'error')
  const document = JSON.parse(
    JSON.stringify(
      openApiDocument(app.served, { publicUrl: 'http://localhost:3000', name: 'Mille' })
    )
  )
  const operations = operationsOf(document)
  const random = createRandom(seed)
  const makers = createMakers(world, random)
  const ids = [...new Set(Object.values(world.ids)), unknownId, '1', '2', '3']
  const problems: string[] = []

  function report(problem: string): void {
    problems.push(problem)
    if (isProof) process.stdout.write(`fuzz: ${problem}\n`)
  }

  async function send(request: FuzzRequest, maker: Maker, headers: Headers): Promise<number> {
    // Each request comes from its own neighborhood; otherwise rate limits would refuse most of them.
    const { transport } = app.open(`10.${random.below(256)}.${random.below(256)}.7`)
    const { method, path } = request
    const body =
      request.body instanceof FormData ? await encode(request.body, headers) : request.body
    const response = await transport(path, {
      method,
      headers,
      ...(body === null ? {} : { body })
    })
    if (response.headers.get('content-type') === 'text/event-stream') await response.body?.cancel()
    else await response.arrayBuffer()
    maker.isOver ||= response.status === 401 && isWhole(maker, headers)
    return response.status
  }

  for (let index = 0; index < count && problems.length < 20; index++) {
    const operation = random.pick(operations)
    const maker = await makers.next()
    const request = fuzzRequest(operation, random, ids)
    const headers = headersOf(request, maker, random.chance(0.97))
    const name = `${request.method} ${request.path.slice(0, 300)} by ${maker.name}`
    const where = `MILLE_SEED=${seed} MILLE_FUZZ=${index + 1}`
    const slow = await findSlow(
      app.context.pool,
      // Pictures are decoded in other threads, one at a time.
      operation.isForm ? 'thread' : 'process',
      async () => {
        const status = await send(request, maker, headers)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status < 500) return
        const why = JSON.stringify(failed.mock.lastCall?.[0] ?? '')
        report(`${where}: ${name} → ${status} ${why}`)
      },
      async () => {
        // With the same idempotency key, the repetition would only return the stored response.
        if (headers.has('idempotency-key')) headers.set('idempotency-key', crypto.randomUUID())
        await send(request, maker, headers)
      }
    )
    if (slow !== null) report(`${where}: ${name} took ${slow}`)
  }
  for (const said of new Set(saids.mock.calls.map(([text]) => String(text))))
    report(`MILLE_SEED=${seed}: ${said}`)
  saids.mockRestore()
  await app.close()
  return problems
}

/**
 * Encodes a form before it is sent. undici encodes a form while it is read, and throws outside of every request when
 * the server refuses the rest of the body.
 */
async function encode(form: FormData, headers: Headers): Promise<ArrayBuffer> {
  const encoded = new Response(form)
  if (!headers.has('content-type'))
    headers.set('content-type', encoded.headers.get('content-type') ?? '')
  return await encoded.arrayBuffer()
}

function headersOf(request: FuzzRequest, { bearer, cookie, token }: Maker, hasToken: boolean) {
  const headers = new Headers(request.headers)
  if (bearer !== null && !headers.has('authorization'))
    headers.set('authorization', `Bearer ${bearer}`)
  if (cookie !== '' && !headers.has('cookie')) headers.set('cookie', cookie)
  if (cookie !== '' && hasToken) headers.set('x-csrf-token', token)
  return headers
}

/**
 * Whether the request has all of its session's credentials, unchanged, so that a 401 means that the session has ended.
 */
function isWhole({ bearer, cookie, token, name }: Maker, headers: Headers): boolean {
  if (name === 'stranger') return false
  if (bearer !== null) return headers.get('authorization') === `Bearer ${bearer}`
  return headers.get('cookie') === cookie && headers.get('x-csrf-token') === token
}

function say(made: number, ms: number, problems: string[], statuses: Map<number, number>): void {
  const rate = Math.round((made / ms) * 1000)
  const counts = JSON.stringify(Object.fromEntries(statuses))
  process.stdout.write(
    `fuzz: ${made} of ${requests} requests, seed ${seed}, ${rate} a second, ${problems.length} problems, ${counts}\n`
  )
}
