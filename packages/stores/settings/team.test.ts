import { createApi } from '@mille/api/client.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { createTeamStores } from './team.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function load({ api }: SignedInBrowser) {
  const [members, memberships] = await Promise.all([
    api.members.listMembers(),
    api.members.listMemberships()
  ])
  if (!members.ok || !memberships.ok) throw new Error('the lists were refused')
  return createTeamStores(api, { members: members.value, memberships: memberships.value })
}

async function openTeam() {
  const [owner, member] = [await app.signIn(), await app.signIn()]
  const { db, now } = app.context
  const email = `member-${member.userId}@example.com`
  await db.updateTable('users').set({ email }).where('id', '=', Number(member.userId)).execute()
  await db.updateTable('sessions').set({ stepped_up_at: now() }).execute()
  return { owner, member, email, ofOwner: await load(owner) }
}

test('a person who is invited accepts, sees the account, and is removed', async () => {
  const { owner, member, email, ofOwner } = await openTeam()
  expect(await ofOwner.invite(email)).toBe(true)
  const [invited] = ofOwner.$members.get()
  expect(invited?.attributes).toMatchObject({ name: email, accepted_at: null })
  const ofMember = await load(member)
  const id = ofMember.$memberships.get()[0]?.id ?? ''
  expect(await ofMember.accept(id)).toBe(true)
  expect(ofMember.$memberships.get()[0]?.attributes.accepted_at).not.toBe(null)
  expect(await ofMember.view(id)).toBe(true)
  const seen = await member.api.accounts.readCurrentUser()
  expect(seen.ok && seen.value.data.id).toBe(owner.userId)
  expect(await ofOwner.remove(id)).toBe(true)
  expect(ofOwner.$members.get()).toEqual([])
  expect(await ofOwner.remove(id)).toBe(true)
  expect(await ofMember.view(id)).toBe(false)
  expect(ofMember.$membershipsProblem.get()?.code).toBe('not_found')
  expect(await ofMember.leave(id)).toBe(true)
  expect(ofMember.$memberships.get()).toEqual([])
})

test('what is wrong with an invitation is said at its field', async () => {
  const { email, ofOwner } = await openTeam()
  expect(await ofOwner.invite(' ')).toBe(false)
  expect(Object.keys(ofOwner.$problems.get().fields)).toEqual(['name'])
  expect(await ofOwner.invite(email)).toBe(true)
  expect(ofOwner.$problems.get().fields).toEqual({})
  expect(await ofOwner.invite(email)).toBe(false)
  expect(Object.keys(ofOwner.$problems.get().fields)).toEqual(['name'])
  expect(ofOwner.$members.get()).toHaveLength(1)
})

test('a failure leaves both lists as they were', async () => {
  const { transport } = createFakeTransport(() => errorResponse(503, 'unavailable'))
  const one = { id: '4', attributes: {} as never }
  const members = { data: [{ ...one, type: 'members' as const }] }
  const memberships = { data: [{ ...one, type: 'memberships' as const }] }
  const stores = createTeamStores(createApi({ transport }), { members, memberships })
  expect(await stores.remove('4')).toBe(false)
  expect(await stores.accept('4')).toBe(false)
  expect(await stores.leave('4')).toBe(false)
  expect(stores.$members.get()).toEqual(members.data)
  expect(stores.$memberships.get()).toEqual(memberships.data)
  expect(stores.$membersProblem.get()?.code).toBe('unavailable')
  expect(stores.$membershipsProblem.get()?.code).toBe('unavailable')
})
