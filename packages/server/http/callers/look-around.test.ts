import type { LookAroundRole } from '@mille/api/constants.ts'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { fingerprints, outcomeOf, readOnlyDocument } from '@mille/testing/contract/read-only.ts'
import {
  type ContractWorld,
  createContractWorld,
  unknownId
} from '@mille/testing/contract/world.ts'
import { expectDocument } from '@mille/testing/contract/write-document.ts'
import { addOffer } from '@mille/testing/publications.ts'
import type { Browser } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '../../accounts/index.ts'
import { lookingAround, withoutAddresses } from './look-around.ts'

const { shownReads, hiddenReads, openWrites } = lookingAround
let world: ContractWorld
beforeAll(async () => {
  world = await createContractWorld({ lookAround: true })
  const people = { advertiser: world.owner, publisher: world.other, operator: world.admin }
  for (const { role, hash } of demoAccounts(world.app.context.config)) {
    await world.app.context.db
      .updateTable('users')
      .set({ account_code_hash: hash, email: `${role}@people.example` })
      .where('id', '=', Number(people[role].userId))
      .execute()
  }
})
afterAll(() => world.app.close())

const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`
const isClosed = ({ auth }: AnyEndpoint) => auth !== 'public'

async function lookAround(role: LookAroundRole, browser = world.app.open()): Promise<Browser> {
  const opened = await browser.api.accounts.lookAround({ role })
  if (!opened.ok) throw new Error(opened.code)
  return browser
}

test('each call that is not open to everyone is shown, hidden with a reason, or a write', () => {
  const served = world.app.served.map(it => it.endpoint)
  const reads = served.filter(it => it.method === 'GET' && isClosed(it)).map(nameOf)
  const undecided = reads.filter(it => shownReads.has(it) === Object.hasOwn(hiddenReads, it))
  expect(undecided).toEqual([])
  const listed = [...shownReads, ...Object.keys(hiddenReads), ...openWrites]
  const all = new Set(served.map(nameOf))
  expect(listed.filter(it => !all.has(it))).toEqual([])
  const writes = served.filter(it => openWrites.has(nameOf(it)) && isClosed(it)).map(nameOf)
  expect(writes).toEqual(['DELETE /api/v1/user/session'])
})

test('a stranger reads what is shown, writes nothing, and sees no email address', async () => {
  const advertiser = await lookAround('advertiser')
  const operator = await lookAround('operator')
  const before = await fingerprints(world)
  const problems: string[] = []
  for (const one of world.app.served) {
    const { endpoint } = one
    if (openWrites.has(nameOf(endpoint)) || !(isClosed(endpoint) || endpoint.method !== 'GET'))
      continue
    if (endpoint.crossOrigin || (endpoint.anyOrigin && endpoint.method !== 'GET')) continue
    const browser = endpoint.auth === 'admin' ? operator : advertiser
    const { status, code, text } = await outcomeOf(world, browser, one)
    const isThere = !world.pathOf(endpoint).includes(unknownId)
    const isAnswered = status < 400 || code === 'invalid' || (code === 'not_found' && !isThere)
    const isRight =
      endpoint.method !== 'GET'
        ? code === 'demonstration_read_only'
        : shownReads.has(nameOf(endpoint))
          ? isAnswered
          : code === 'demonstration_hidden'
    if (!isRight) problems.push(`${nameOf(endpoint)}: ${status} ${code}`)
    if (/people\.example/.test(text)) problems.push(`${nameOf(endpoint)} shows an email address`)
  }
  expect(problems).toEqual([])
  expect(await fingerprints(world)).toEqual(before)
}, 120_000)

test('an advertiser who is looked at is refused the reads of operators', async () => {
  const advertiser = await lookAround('advertiser')
  expect(await advertiser.api.admin.readHome()).toMatchObject({ code: 'not_authorized' })
})

test('email addresses are found in long texts of strangers without holding up the server', async () => {
  const letters = 'a'.repeat(100_000)
  const texts = [letters, `${letters}@${letters}`, 'Write to ada@people.example, please.']
  const started = performance.now()
  const shown = await withoutAddresses(Response.json(texts))
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(await shown.json()).toEqual([
    ...texts.slice(0, 2),
    'Write to hidden@example.invalid, please.'
  ])
})

test('the list of orders has nothing that their parties wrote', async () => {
  for (const role of ['advertiser', 'publisher'] as const) {
    const stranger = await lookAround(role)
    const listed = await stranger.api.marketplace.listOrders({})
    const attributes = listed.ok ? listed.value.data.map(it => it.attributes) : []
    expect(attributes).toMatchObject([{ side: role, brief: '', target_url: '', proof_url: null }])
  }
  const owner = await world.owner.api.marketplace.listOrders({})
  expect(owner.ok && owner.value.data[0]?.attributes.brief).toBe('Please write about bread.')
})

test('an operator who is looked at sees offers in review, and none that was rejected', async () => {
  const operator = await lookAround('operator')
  const { context } = world.app
  const id = await addOffer(context, world.other, { state: 'pending' })
  expect((await operator.api.marketplace.readOffer({ id })).ok).toBe(true)
  const change = { state: 'rejected', rejected_reason: 'It is about gambling.' }
  await context.db
    .updateTable('publication_offers')
    .set(change)
    .where('id', '=', Number(id))
    .execute()
  expect(await operator.api.marketplace.readOffer({ id })).toMatchObject({ status: 404 })
  expect((await world.admin.api.marketplace.readOffer({ id })).ok).toBe(true)
})

test('the refusal says that nothing can be changed', async () => {
  const advertiser = await lookAround('advertiser')
  expect(
    await advertiser.api.sites.createSite({ page_url: 'https://owner.example/' })
  ).toMatchObject({
    status: 422,
    code: 'demonstration_read_only',
    errors: [{ detail: 'This is a demonstration: nothing can be changed.' }]
  })
})

test('docs/api/looking-around.md lists what is shown and what is hidden', async () => {
  const intro = [
    '# What strangers see in a demonstration',
    '',
    'Made by `npm run generate:docs` from the lists in `packages/server/http/callers/look-around.ts`. A session that looks around',
    'in a demonstration ([264](../decisions/264-suspended-and-deleted-accounts.md)) may make these calls, and those that are open',
    'to everyone. Email addresses are replaced in the answers to these reads.'
  ]
  await expectDocument('docs/api/looking-around.md', readOnlyDocument(intro, lookingAround))
})
