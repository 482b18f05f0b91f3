import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { fingerprints, outcomeOf, readOnlyDocument } from '@mille/testing/contract/read-only.ts'
import {
  type ContractWorld,
  createContractWorld,
  unknownId
} from '@mille/testing/contract/world.ts'
import { expectDocument } from '@mille/testing/contract/write-document.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Served } from '../serve.ts'
import { nameOf } from './read-only.ts'
import { viewing } from './viewing.ts'

const { shownReads, hiddenReads, openWrites } = viewing
let world: ContractWorld
beforeAll(async () => {
  world = await createContractWorld()
})
afterAll(() => world.app.close())

const isOfOperators = ({ auth }: AnyEndpoint) => auth === 'admin'
const reason = 'The campaign is not shown.'

test('each read of an account is shown or closed with a reason, and no list has a call that does not exist', () => {
  const served = world.app.served.map(it => it.endpoint)
  const reads = served.filter(it => it.method === 'GET' && it.auth === 'user').map(nameOf)
  expect(reads.filter(it => shownReads.has(it) === Object.hasOwn(hiddenReads, it))).toEqual([])
  const all = new Set(served.map(nameOf))
  const listed = [...shownReads, ...Object.keys(hiddenReads), ...openWrites]
  expect(listed.filter(it => !all.has(it))).toEqual([])
  expect([...shownReads].filter(it => it.includes('/admin/'))).toEqual([])
})

test('secrets, downloads of personal data, sessions, keys and the chat are closed', () => {
  expect(Object.keys(hiddenReads).toSorted()).toEqual([
    'GET /api/v1/api_keys',
    'GET /api/v1/chat/messages',
    'GET /api/v1/chat/pictures/{id}',
    'GET /api/v1/chat/stream',
    'GET /api/v1/members',
    'GET /api/v1/memberships',
    'GET /api/v1/notifications/stream',
    'GET /api/v1/publication_orders/{id}/attachments/{attachment_id}',
    'GET /api/v1/publication_orders/{id}/messages',
    'GET /api/v1/user/export',
    'GET /api/v1/user/passkeys',
    'GET /api/v1/user/sessions',
    'GET /api/v1/user/step_up',
    'GET /api/v1/users/{userId}/notifications'
  ])
})

async function viewAsOperator() {
  const { admin, owner } = world
  const begun = await admin.api.admin.viewPerson({ id: owner.userId, reason })
  if (!begun.ok) throw new Error(begun.code)
  return admin
}

async function viewAsMember() {
  const { other } = world
  const begun = await other.api.members.viewMembership({ id: world.ids.members ?? '' })
  if (!begun.ok) throw new Error(begun.code)
  return other
}

test.each([
  ['an operator', viewAsOperator],
  ['a member', viewAsMember]
])(
  'every call by %s is answered as to the account, closed, or refused, and changes nothing',
  async (_, view) => {
    const { owner } = world
    // What the account itself is answered, by the session that the account already has.
    const own = new Map<Served, number>()
    for (const one of world.app.served)
      if (shownReads.has(nameOf(one.endpoint)))
        own.set(one, (await outcomeOf(world, owner, one)).status)
    const viewer = await view()
    const before = await fingerprints(world)
    const problems: string[] = []
    for (const one of world.app.served) {
      const { endpoint } = one
      const name = nameOf(endpoint)
      const isWrite = endpoint.method !== 'GET'
      // These calls take no cookie, so they are never made by a session.
      if (endpoint.crossOrigin || (endpoint.anyOrigin && isWrite) || openWrites.has(name)) continue
      if (!isWrite && endpoint.auth === 'public') continue
      const { status, code } = await outcomeOf(world, viewer, one)
      const isRight = isWrite
        ? code === 'viewing_read_only'
        : isOfOperators(endpoint)
          ? code === 'not_authorized'
          : shownReads.has(name)
            ? status === own.get(one) &&
              (status < 400 || world.pathOf(endpoint).includes(unknownId))
            : code === 'viewing_hidden'
      if (!isRight) problems.push(`${name}: ${status} ${code}, and ${own.get(one)} to the account`)
    }
    expect(problems).toEqual([])
    expect(await fingerprints(world)).toEqual(before)
  },
  120_000
)

test('docs/api/viewing.md lists what is shown and what is closed', async () => {
  const intro = [
    '# What is shown to someone who views an account',
    '',
    'Made by `npm run generate:docs` from the lists in `packages/server/http/callers/viewing.ts`. A session that views an account as an operator or as a',
    'member ([150](../decisions/150-what-operators-may-do.md)) may make these calls, and reads that are open to everyone. Calls of',
    'operators answer `not_authorized` meanwhile, as they do to the account.'
  ]
  await expectDocument('docs/api/viewing.md', readOnlyDocument(intro, viewing))
})
