import { fuzzRequest, operationsOf } from '@mille/testing/contract/fuzz.ts'
import {
  type ContractWorld,
  createContractWorld,
  unknownId
} from '@mille/testing/contract/world.ts'
import { createRandom } from '@mille/testing/random.ts'
import type { Browser } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openApiDocument } from './openapi.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const requests = Number(process.env.MILLE_FUZZ ?? (isProof ? 100_000 : 1_500))
const seed = Number(process.env.MILLE_SEED ?? (isProof ? Date.now() % 1e9 : 20_260_302))
/** Sessions that were ended on the way are opened again after so many. */
const round = 250

let world: ContractWorld
beforeAll(async () => {
  world = await createContractWorld({ allowPrivateHosts: false })
})
afterAll(() => world.app.close())

type Maker = { cookie: string; token: string; bearer: string | null }

test(
  `${requests} requests made from the OpenAPI document, by seed ${seed}`,
  async () => {
    const { app } = world
    // What the server says of its own failures is in the answers.
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const failed = vi.spyOn(app.context.log, 'error')
    const document = JSON.parse(
      JSON.stringify(openApiDocument(app.served, 'http://localhost:3000'))
    )
    const operations = operationsOf(document)
    const random = createRandom(seed)
    const ids = [...new Set(Object.values(world.ids)), unknownId, '1', '2', '3']
    const problems: string[] = []
    const statuses = new Map<number, number>()
    let makers: Maker[] = []
    for (let index = 0; index < requests && problems.length < 20; index++) {
      if (index % round === 0) makers = await makersOf()
      const maker = random.pick(makers)
      const made = fuzzRequest(random.pick(operations), random, ids)
      const headers = new Headers(made.headers)
      if (maker.bearer !== null) headers.set('Authorization', `Bearer ${maker.bearer}`)
      else {
        headers.set('Cookie', maker.cookie)
        if (random.chance(0.97)) headers.set('X-CSRF-Token', maker.token)
      }
      // Everybody comes from a neighbourhood of their own, or the limits would answer for all the rest.
      const { transport } = app.open(`10.${random.below(256)}.${random.below(256)}.7`)
      const { method, path, body } = made
      const response = await transport(path, {
        method,
        headers,
        ...(body === null ? {} : { body })
      })
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      if (response.status >= 500) {
        const why = JSON.stringify(failed.mock.lastCall?.[0] ?? '')
        problems.push(`${index}: ${method} ${path} → ${response.status} ${why}`)
      }
    }
    problems.push(...said.mock.calls.map(([text]) => String(text)).slice(0, 20))
    said.mockRestore()
    expect(problems, `seed ${seed}`).toEqual([])
    // It is no proof when nothing gets through.
    const good = [...statuses].reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0)
    expect(good / requests).toBeGreaterThan(0.05)
  },
  6 * 3_600_000
)

async function makersOf(): Promise<Maker[]> {
  const { app, owner, other, admin, keys } = world
  const people = await Promise.all([owner, other, admin].map(signInAgain))
  const all = [app.open(), ...people]
  const cookies = await Promise.all(all.map(cookieMaker))
  const programs = [keys.all, keys.statistics].map(bearer => ({ cookie: '', token: '', bearer }))
  return [...cookies, ...programs]
}

async function signInAgain({ accessCode }: { accessCode: string }): Promise<Browser> {
  const browser = world.app.open()
  await browser.api.accounts.signIn({ access_code: accessCode })
  return browser
}

async function cookieMaker({ transport, cookies }: Browser): Promise<Maker> {
  const response = await transport('/api/v1/authenticity_token', { method: 'POST' })
  const token = (await response.json()).data.attributes.base64 as string
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { cookie, token, bearer: null }
}
