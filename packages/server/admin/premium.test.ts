import { addOffer } from '@mille/testing/publications.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let admin: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

test('Premium gives a contact and hot offers, to an account that can be reached, until it ends', async () => {
  const person = await app.signIn()
  const { setPremium, readPerson } = admin.api.admin
  const asked = { id: person.userId, contact: 'Ada, ada@network.example' }
  expect(await setPremium(asked)).toMatchObject({ status: 422, code: 'email_missing' })
  expect(await person.api.admin.setPremium(asked)).toMatchObject({ status: 403 })
  const set = 'update users set email = $2 where id = $1'
  await app.context.pool.query(set, [person.userId, 'premium@example.com'])
  const before = await addOffer(app.context, person)
  expect(await setPremium(asked)).toMatchObject({ ok: true })
  expect(await setPremium({ ...asked, contact: 'Grace' })).toMatchObject({
    value: { data: { attributes: { premium_contact: 'Grace' } } }
  })
  expect(await person.api.accounts.readCurrentUser()).toMatchObject({
    value: { meta: { premium_contact: 'Grace' } }
  })
  const levelOf = async (id: string) => {
    const read = await app.open().api.marketplace.readOffer({ id })
    return read.ok && read.value.data.attributes.promotion_level
  }
  expect(await levelOf(before)).toBe(1)
  const log = await admin.api.admin.readAuditLog()
  expect(log.ok && log.value.data[0]?.attributes).toMatchObject({
    act: `PUT /api/v1/admin/users/${person.userId}/premium`,
    input: { contact: 'Grace' },
    status: 200
  })
  expect(await setPremium({ id: person.userId, contact: null })).toMatchObject({ ok: true })
  expect(await readPerson({ id: person.userId })).toMatchObject({
    value: { data: { attributes: { premium_contact: null } } }
  })
  expect(await levelOf(before)).toBe(0)
})

test('what an operator has made hot by hand stays hot when Premium ends', async () => {
  const person = await app.signIn()
  const set = 'update users set email = $2 where id = $1'
  await app.context.pool.query(set, [person.userId, 'hot@example.com'])
  const [byHand, other] = [await addOffer(app.context, person), await addOffer(app.context, person)]
  const wait = "update publication_offers set state = 'pending' where id = $1"
  await app.context.pool.query(wait, [Number(byHand)])
  const decided = await admin.api.marketplace.decideOffer({
    id: byHand,
    decision: 'approve',
    promotion_level: 1
  })
  expect(decided.ok).toBe(true)
  const { setPremium } = admin.api.admin
  for (const contact of ['Ada', null])
    expect((await setPremium({ id: person.userId, contact })).ok).toBe(true)
  const levels = await app.context.db
    .selectFrom('publication_offers')
    .select('promotion_level as level')
    .where('id', 'in', [Number(byHand), Number(other)])
    .orderBy('id')
    .execute()
  expect(levels.map(it => it.level)).toEqual([1, 0])
})
