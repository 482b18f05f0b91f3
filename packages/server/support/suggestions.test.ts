import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let app: TestApp
let admin: SignedInBrowser
let author: SignedInBrowser
let reader: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.context.db.deleteFrom('suggestion_votes').execute()
  await app.context.db.deleteFrom('suggestions').execute()
  author = await app.signIn()
  reader = await app.signIn()
})

async function suggest(title = 'Pay in lightning', from = author) {
  const made = await from.api.support.createSuggestion({ title })
  if (!made.ok) throw new Error(JSON.stringify(made.errors))
  return made.value.data
}

async function board(browser: SignedInBrowser, input = {}) {
  const list = await browser.api.support.listSuggestions(input)
  if (!list.ok) throw new Error(list.code)
  return list.value
}

const titles = ({ data }: { data: Array<{ attributes: { title: string } }> }) =>
  data.map(it => it.attributes.title)

test('a suggestion has its author’s vote from the start', async () => {
  const { id, attributes } = await suggest()
  expect(attributes).toEqual({
    title: 'Pay in lightning',
    description: '',
    state: 'open',
    reply: null,
    votes_count: 1,
    is_voted: true,
    is_own: true,
    is_hidden: false,
    created_at: app.context.now().toISOString()
  })
  expect((await board(reader)).data).toMatchObject([
    { id, attributes: { votes_count: 1, is_voted: false, is_own: false } }
  ])
})

test('an account has one vote, however often it presses', async () => {
  const { id } = await suggest()
  const { voteForSuggestion, withdrawVote } = reader.api.support
  await Promise.all(Array.from({ length: 10 }, () => voteForSuggestion({ id })))
  expect(await voteForSuggestion({ id })).toMatchObject({
    value: { data: { attributes: { votes_count: 2, is_voted: true } } }
  })
  await Promise.all(Array.from({ length: 5 }, () => withdrawVote({ id })))
  expect(await withdrawVote({ id })).toMatchObject({
    value: { data: { attributes: { votes_count: 1, is_voted: false } } }
  })
})

test('the count is that of the votes when many come and go at once', async () => {
  const { id } = await suggest()
  const people = await Promise.all(Array.from({ length: 16 }, () => app.signIn()))
  await Promise.all(
    people.flatMap(({ api }, index) => [
      api.support.voteForSuggestion({ id }),
      ...(index % 3 === 0 ? [api.support.withdrawVote({ id })] : []),
      api.support.voteForSuggestion({ id })
    ])
  )
  const { count } = await app.context.db
    .selectFrom('suggestion_votes')
    .select(eb => eb.fn.countAll<bigint>().as('count'))
    .where('suggestion_id', '=', Number(id))
    .executeTakeFirstOrThrow()
  const [listed] = (await board(author)).data
  expect(listed?.attributes.votes_count).toBe(Number(count))
  // Users whose last action was a vote have one; users who withdrew at the same time may have none.
  expect(Number(count)).toBeGreaterThanOrEqual(11)
  expect(Number(count)).toBeLessThanOrEqual(17)
})

test('the board is sorted by votes or by age, and filtered by state', async () => {
  const first = await suggest('The first of all')
  await suggest('The newest of all')
  await reader.api.support.voteForSuggestion({ id: first.id })
  expect(titles(await board(reader))).toEqual(['The first of all', 'The newest of all'])
  expect(titles(await board(reader, { sort: '-created_at' }))).toEqual([
    'The newest of all',
    'The first of all'
  ])
  await admin.api.support.moderateSuggestion({ id: first.id, state: 'done' })
  expect(titles(await board(reader, { 'filter[state]': 'done' }))).toEqual(['The first of all'])
  expect((await board(reader, { 'page[limit]': 1 })).meta.pagination.records).toBe(2)
})

test('an operator moves it on, answers it and takes it off the board', async () => {
  const { id } = await suggest()
  const { moderateSuggestion, listModeratedSuggestions } = admin.api.support
  expect(await moderateSuggestion({ id, state: 'planned', reply: 'In the spring.' })).toMatchObject(
    { value: { data: { attributes: { state: 'planned', reply: 'In the spring.' } } } }
  )
  await moderateSuggestion({ id, is_hidden: true })
  expect((await board(reader)).data).toEqual([])
  // Authors still see their own hidden suggestions.
  expect((await board(author)).data).toMatchObject([{ attributes: { is_hidden: true } }])
  expect(await reader.api.support.voteForSuggestion({ id })).toMatchObject({ code: 'not_found' })
  const all = await listModeratedSuggestions()
  expect(all.ok && all.value.data.map(it => it.id)).toEqual([id])
  await moderateSuggestion({ id, is_hidden: false, reply: null })
  expect((await board(reader)).data).toMatchObject([{ attributes: { reply: null } }])
})

test('what is done or declined takes no more votes', async () => {
  const { id } = await suggest()
  for (const state of ['done', 'declined'] as const) {
    await admin.api.support.moderateSuggestion({ id, state })
    const { voteForSuggestion, withdrawVote } = author.api.support
    expect(await voteForSuggestion({ id })).toMatchObject({ code: 'state_not_allowed' })
    expect(await withdrawVote({ id })).toMatchObject({ code: 'state_not_allowed' })
  }
})

test('what does not exist is not found', async () => {
  const id = '2000000001'
  expect(await reader.api.support.voteForSuggestion({ id })).toMatchObject({ status: 404 })
  expect(await reader.api.support.withdrawVote({ id })).toMatchObject({ status: 404 })
  expect(await admin.api.support.moderateSuggestion({ id, state: 'done' })).toMatchObject({
    status: 404
  })
})

test('ten suggestions a day, each of some length', async () => {
  const { createSuggestion } = reader.api.support
  for (const title of ['', 'abcd', 'x'.repeat(121)])
    expect(await createSuggestion({ title })).toMatchObject({ status: 422 })
  expect(
    await createSuggestion({ title: 'Good title', description: 'x'.repeat(2_001) })
  ).toMatchObject({ status: 422 })
  for (let count = 0; count < 10; count++) await suggest(`Suggestion ${count}`, reader)
  expect(await createSuggestion({ title: 'One too many' })).toMatchObject({
    status: 429,
    code: 'too_many_requests'
  })
})

test('only operators moderate, only accounts vote', async () => {
  const { id } = await suggest()
  expect(await author.api.support.moderateSuggestion({ id, state: 'done' })).toMatchObject({
    status: 403
  })
  expect(await author.api.support.listModeratedSuggestions()).toMatchObject({ status: 403 })
  const stranger = app.open().api.support
  expect(await stranger.listSuggestions()).toMatchObject({ status: 401 })
  expect(await stranger.voteForSuggestion({ id })).toMatchObject({ status: 401 })
  expect(await stranger.createSuggestion({ title: 'Let me in' })).toMatchObject({ status: 401 })
})

test('the feedback token of the account document opens the board to read', async () => {
  await suggest()
  const account = await author.api.accounts.readCurrentUser()
  if (!account.ok) throw new Error(account.code)
  const { jwt_nolt_token: token, feedback_url } = account.value.meta
  expect(feedback_url).toBe(`${app.context.config.publicUrl}/suggestions?token=${token}`)
  const stranger = app.open().api.support
  const list = await stranger.listSuggestions({ token: token ?? '' })
  expect(list.ok && list.value.data).toMatchObject([{ attributes: { is_own: true } }])
  expect(await stranger.createSuggestion({ title: 'Not with a token' })).toMatchObject({
    status: 401
  })
  app.context.clock.advance(86_400_001)
  expect(await stranger.listSuggestions({ token: token ?? '' })).toMatchObject({ status: 401 })
})
