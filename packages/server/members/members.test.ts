import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'

let app: TestApp
let admin: SignedInBrowser
let owner: SignedInBrowser
let member: SignedInBrowser
let people = 0
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
beforeEach(async () => {
  owner = await signIn()
  member = await signIn()
})
afterAll(() => app.close())

/** Opens a session with a fresh proof of identity, of an account with a name and an email address. */
async function signIn(): Promise<SignedInBrowser> {
  const browser = await app.signIn()
  const id = Number(browser.userId)
  const names = { username: `Person ${++people}`, email: `person-${people}@example.com` }
  await app.context.db.updateTable('users').set(names).where('id', '=', id).execute()
  await app.context.db
    .updateTable('sessions')
    .set({ stepped_up_at: '2126-01-01T00:00:00Z' })
    .where('user_id', '=', id)
    .execute()
  return browser
}

async function nameOf({ userId }: SignedInBrowser, key: 'username' | 'email' = 'username') {
  const found = await app.context.db
    .selectFrom('users')
    .select(key)
    .where('id', '=', Number(userId))
    .limit(1)
    .executeTakeFirstOrThrow()
  return found[key] ?? ''
}

const inviteName = (name: string, by = owner) => by.api.members.inviteMember({ name })
async function invite(by = owner, of = member): Promise<string> {
  const invited = await inviteName(await nameOf(of), by)
  if (!invited.ok) throw new Error(invited.code)
  return invited.value.data.id
}
async function join(): Promise<string> {
  const id = await invite()
  expect((await member.api.members.acceptMembership({ id })).status).toBe(204)
  return id
}
async function joinAndView(): Promise<string> {
  const id = await join()
  expect((await member.api.members.viewMembership({ id })).status).toBe(204)
  expect(await seenBy(member)).toBe(owner.userId)
  return id
}
async function seenBy(browser: SignedInBrowser): Promise<string> {
  const read = await browser.api.accounts.readCurrentUser()
  return read.ok ? read.value.data.id : read.code
}
async function membersOf(browser: SignedInBrowser) {
  const listed = await browser.api.members.listMembers()
  if (!listed.ok) throw new Error(listed.code)
  return listed.value.data.map(it => it.attributes)
}
async function membershipsOf(browser: SignedInBrowser) {
  const listed = await browser.api.members.listMemberships()
  if (!listed.ok) throw new Error(listed.code)
  return listed.value.data
}
async function noticesOf({ api, userId }: SignedInBrowser) {
  const listed = await api.notifications.listNotifications({ userId })
  if (!listed.ok) throw new Error(listed.code)
  return listed.value.data.map(it => [it.attributes.kind, it.attributes.title, it.attributes.path])
}

test('an invited person accepts, sees the account, changes nothing, and goes back', async () => {
  await owner.api.sites.createSite({ page_url: 'https://owner.example/' })
  const id = await invite()
  const account_name = await nameOf(owner)
  expect(await membershipsOf(member)).toMatchObject([
    { id, attributes: { account_name, account_id: owner.userId, accepted_at: null } }
  ])
  expect(await member.api.members.viewMembership({ id })).toMatchObject({ code: 'not_found' })
  expect((await member.api.members.acceptMembership({ id })).status).toBe(204)
  expect((await member.api.members.viewMembership({ id })).status).toBe(204)
  expect(await member.api.accounts.readCurrentUser()).toMatchObject({
    value: { data: { id: owner.userId }, meta: { viewing: { as: 'viewer', until: null } } }
  })
  const sites = await member.api.sites.listSites({})
  expect(sites.ok && sites.value.data.map(it => it.attributes.domain_name)).toEqual([
    'owner.example'
  ])
  expect(await member.api.sites.createSite({ page_url: 'https://other.example/' })).toMatchObject({
    code: 'viewing_read_only'
  })
  app.context.clock.advance(24 * 3_600_000)
  expect(await seenBy(member)).toBe(owner.userId)
  expect((await member.api.accounts.stopViewing()).status).toBe(204)
  expect(await seenBy(member)).toBe(member.userId)
})

test('both are notified, and the history of the account says who was invited, accepted and removed', async () => {
  const [name, account] = [await nameOf(member), await nameOf(owner)]
  const id = await join()
  await member.api.members.acceptMembership({ id })
  expect(await noticesOf(member)).toEqual([
    ['member_invited', `${account} invited you to see their account`, '/settings/team']
  ])
  expect(await noticesOf(owner)).toEqual([
    ['member_accepted', `${name} accepted your invitation`, '/settings/team']
  ])
  app.context.clock.advance(60_000)
  await owner.api.members.removeMember({ id })
  const history = await admin.api.admin.readPersonHistory({ id: owner.userId })
  const events = history.ok ? history.value.data.map(it => it.attributes) : []
  expect(events.filter(it => it.kind.startsWith('member_')).map(it => [it.kind, it.text])).toEqual([
    ['member_removed', name],
    ...[
      ['member_accepted', name],
      ['member_invited', name]
    ].toSorted()
  ])
})

test('an account and none are invited with the same answer and the same list, by address and by name', async () => {
  const [email, username] = [await nameOf(member, 'email'), await nameOf(member)]
  const names = [email, username, 'unknown@example.com', 'Unknown person']
  const answers = await Promise.all(
    names.map(async name => {
      const answer = await inviteName(name)
      return JSON.stringify(answer)
        .replaceAll(name, 'NAME')
        .replace(/"id":"\d+"/, '"id":"N"')
    })
  )
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('"status":201')
  expect((await membersOf(owner)).map(it => it.name).toSorted()).toEqual(names.toSorted())
  expect(await inviteName(email.toUpperCase())).toMatchObject({ code: 'member_invited' })
  expect(await inviteName('UNKNOWN PERSON')).toMatchObject({ code: 'member_invited' })
  // The person sees one invitation, and the owner does not learn that both names belong to one account.
  const [shown, ...others] = await membershipsOf(member)
  expect(others).toEqual([])
  await member.api.members.acceptMembership({ id: shown?.id ?? '' })
  expect(await membershipsOf(member)).toHaveLength(1)
  expect(await membersOf(owner)).toHaveLength(4)
})

test('a name that looks like the email address of someone else gets no invitation', async () => {
  const username = 'boss@example.com'
  await member.api.accounts.updateUser({ id: member.userId, username })
  expect(await nameOf(member)).toBe(username)
  expect((await inviteName(username)).ok).toBe(true)
  expect(await membershipsOf(member)).toEqual([])
})

test('no account invites itself, operators invite no one, and a fresh proof is required', async () => {
  expect(await inviteName(await nameOf(owner))).toMatchObject({ code: 'member_self' })
  expect(await inviteName(await nameOf(member), admin)).toMatchObject({ code: 'viewing_staff' })
  await app.context.db
    .updateTable('sessions')
    .set({ stepped_up_at: null })
    .where('user_id', '=', Number(owner.userId))
    .execute()
  expect(await inviteName('anyone@example.com')).toMatchObject({ code: 'step_up_required' })
})

test('an account invites 20 people a day and has 20 members at most, also at the same time', async () => {
  const invited = await Promise.all(
    Array.from({ length: 25 }, (_, index) => inviteName(`guest-${index}@example.com`))
  )
  const codes = invited.flatMap(it => (it.ok ? [] : [it.code]))
  expect(codes).toEqual(Array.from({ length: 5 }, () => 'too_many_requests'))
  await app.context.db.deleteFrom('rate_limits').execute()
  expect(await inviteName('one-more@example.com')).toMatchObject({
    code: 'members_too_many',
    errors: [{ detail: 'An account can have up to 20 members and invitations.' }]
  })
  const [first] = invited
  await owner.api.members.removeMember({ id: first?.ok ? first.value.data.id : '' })
  const room = await Promise.all(['a', 'b', 'c'].map(it => inviteName(`${it}@example.com`)))
  expect(room.filter(it => it.ok)).toHaveLength(1)
  expect(await membersOf(owner)).toHaveLength(20)
})

test('a person is not notified of more than ten invitations a day, and the owner sees no difference', async () => {
  for (let index = 0; index < 12; index++) {
    const id = await invite()
    expect((await owner.api.members.removeMember({ id })).status).toBe(204)
  }
  expect(await noticesOf(member)).toHaveLength(10)
})

test('removal ends a view at the next request on every node, and inviting again undoes it', async () => {
  const id = await joinAndView()
  // A second app with the same database is another node.
  const other = createApp(app.context, {
    ...{ delivery: null, pages: null, embedFolder: null, assetsFolder: null },
    isReady: () => true
  })
  const readThere = async () => {
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const url = new URL('/api/v1/current_user', app.context.config.publicUrl)
    const request = new Request(url, { headers: { cookie } })
    const incoming = { socket: { remoteAddress: '10.9.9.9' } }
    return (await (await other.fetch(request, { incoming })).json()).data.id
  }
  expect(await readThere()).toBe(owner.userId)
  expect((await owner.api.members.removeMember({ id })).status).toBe(204)
  expect(await readThere()).toBe(member.userId)
  expect(await seenBy(member)).toBe(member.userId)
  await other.stop()
  expect(await owner.api.members.removeMember({ id })).toMatchObject({ code: 'not_found' })
  expect(await membershipsOf(member)).toEqual([])
  const again = await invite()
  await member.api.members.acceptMembership({ id: again })
  // The session that viewed by the first membership does not view again by itself.
  expect(await seenBy(member)).toBe(member.userId)
  expect((await member.api.members.viewMembership({ id: again })).status).toBe(204)
  expect(await seenBy(member)).toBe(owner.userId)
})

test('the member leaves, or declines an invitation, and only the two of them end it', async () => {
  const id = await join()
  const stranger = await signIn()
  for (const by of [stranger, owner]) {
    expect(await by.api.members.endMembership({ id })).toMatchObject({ code: 'not_found' })
    expect(await by.api.members.acceptMembership({ id })).toMatchObject({ code: 'not_found' })
    expect(await by.api.members.viewMembership({ id })).toMatchObject({ code: 'not_found' })
  }
  for (const by of [stranger, member])
    expect(await by.api.members.removeMember({ id })).toMatchObject({ code: 'not_found' })
  expect((await member.api.members.endMembership({ id })).status).toBe(204)
  expect(await membersOf(owner)).toEqual([])
  const declined = await invite()
  expect((await member.api.members.endMembership({ id: declined })).status).toBe(204)
  expect(await member.api.members.acceptMembership({ id: declined })).toMatchObject({
    code: 'not_found'
  })
})

test('an invitation that is accepted twice at the same time is accepted once', async () => {
  const id = await invite()
  const byAddress = await inviteName(await nameOf(member, 'email'))
  const second = byAddress.ok ? byAddress.value.data.id : ''
  const accepted = await Promise.all(
    [id, id, second, second].map(it => member.api.members.acceptMembership({ id: it }))
  )
  expect(accepted.map(it => it.status)).toEqual([204, 204, 204, 204])
  expect((await membersOf(owner)).filter(it => it.accepted_at !== null)).toHaveLength(1)
  expect(await noticesOf(owner)).toHaveLength(1)
})

test('two people who accept each other’s invitation at the same time do not block each other', async () => {
  const [id, back] = [await invite(), await invite(member, owner)]
  const accepted = await Promise.all([
    member.api.members.acceptMembership({ id }),
    owner.api.members.acceptMembership({ id: back })
  ])
  expect(accepted.map(it => it.status)).toEqual([204, 204])
})

test.each(['everything', 'money'] as const)(
  'a member whose account is blocked (%s) sees only their own account until that is lifted',
  async kind => {
    const id = await joinAndView()
    await admin.api.admin.suspendPerson({ id: member.userId, kind, reason: 'A stolen session.' })
    expect(await seenBy(member)).toBe(member.userId)
    const code = kind === 'money' ? 'account_frozen' : 'account_suspended'
    expect(await member.api.members.viewMembership({ id })).toMatchObject({ code })
    await admin.api.admin.liftSuspension({ id: member.userId })
    expect(await seenBy(member)).toBe(owner.userId)
  }
)

test('a view ends when the account gets a role, and another cannot begin', async () => {
  const id = await joinAndView()
  await admin.api.admin.setRoles({ id: owner.userId, roles: ['reviewer'] })
  expect(await seenBy(member)).toBe(member.userId)
  expect(await member.api.members.viewMembership({ id })).toMatchObject({ code: 'viewing_staff' })
})

test('an operator who is a member sees the account without the rights of an operator', async () => {
  const operator = await app.signInAdmin('support')
  const name = `Operator ${operator.userId}`
  const { db } = app.context
  await db
    .updateTable('users')
    .set({ username: name })
    .where('id', '=', Number(operator.userId))
    .execute()
  const id = await invite(owner, operator)
  await operator.api.members.acceptMembership({ id })
  await operator.api.members.viewMembership({ id })
  expect(await operator.api.admin.readPerson({ id: owner.userId })).toMatchObject({
    code: 'not_authorized'
  })
  const entries = () => db.selectFrom('audit_entries').select('id').limit(1_000).execute()
  const before = await entries()
  await operator.api.accounts.stopViewing()
  expect(await entries()).toEqual(before)
  expect((await operator.api.admin.readPerson({ id: owner.userId })).ok).toBe(true)
})

test.each(['owner', 'member'] as const)(
  'the deletion of the account of the %s ends the membership and removes the name',
  async side => {
    await joinAndView()
    await inviteName('unknown@example.com')
    const deleted = side === 'owner' ? owner : member
    if (side === 'member') await member.api.accounts.stopViewing()
    expect(await deleted.api.privacy.deleteUser({ id: deleted.userId })).toMatchObject({ ok: true })
    if (side === 'owner') expect(await seenBy(member)).toBe(member.userId)
    const rows = await app.context.db
      .selectFrom('account_members')
      .select(['name', 'ended_at'])
      .where('user_id', '=', Number(owner.userId))
      .orderBy('id')
      .limit(9)
      .execute()
    expect(rows.map(it => [it.name, it.ended_at !== null])).toEqual([
      ['(deleted)', true],
      side === 'owner' ? ['(deleted)', true] : ['unknown@example.com', false]
    ])
  }
)
