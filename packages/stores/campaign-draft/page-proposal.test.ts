import { createApi } from '@mille/api/client.ts'
import { createMemoryStorage } from '@mille/api/csrf.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createCampaignDraftStores } from './campaign-draft.ts'
import { createPageProposalStores } from './page-proposal.ts'

const bread = { headline: 'Bread', text: 'Baked at four.', language: 'de', rating: null }
const dice = { headline: 'Dice', text: 'Roll them.', language: 'fr', rating: 'gambling' }

type Answer = Record<string, unknown> | Response

/** Creates the stores of a page on which each reading gets the next answer. */
function createStores(answers: Answer[], storage = createMemoryStorage()) {
  const { transport, calls } = createFakeTransport(() => {
    const next = answers.shift()
    if (next instanceof Response) return next
    const attributes = { problem_code: null, ...next }
    return jsonResponse({ data: { type: 'page_analyses', id: '1', attributes } }, 201)
  })
  const api = createApi({ transport })
  const campaign = createCampaignDraftStores(api)
  const proposal = createPageProposalStores(api, campaign)
  campaign.restore(storage)
  const { $draft, change } = campaign
  return { ...proposal, draft: () => $draft.get(), change, calls, storage }
}

test('fills what is empty, and says what it filled', async () => {
  const { change, read, isUnread, draft, $filled } = createStores([bread])
  expect(isUnread()).toBe(false)
  change({ creative_link: 'bread.example' })
  expect(isUnread()).toBe(true)
  await read()
  expect(isUnread()).toBe(false)
  expect(draft()).toMatchObject({
    link_text: 'Bread',
    creative_text: 'Baked at four.',
    language: 'de',
    rating: 'none'
  })
  expect($filled.get()).toEqual(['link_text', 'creative_text', 'language'])
})

test('another page replaces what was proposed, but nothing that a person typed or chose', async () => {
  const { change, choose, read, draft } = createStores([bread, dice])
  change({ creative_link: 'bread.example', creative_text: 'My own text' })
  await read()
  expect(draft()).toMatchObject({ link_text: 'Bread', creative_text: 'My own text' })
  choose({ language: 'en' })
  change({ creative_link: 'dice.example' })
  await read()
  expect(draft()).toMatchObject({
    link_text: 'Dice',
    creative_text: 'My own text',
    language: 'en',
    rating: 'gambling'
  })
})

test('what is typed while the page is being read is kept', async () => {
  const { change, read, draft } = createStores([bread])
  change({ creative_link: 'bread.example' })
  const reading = read()
  change({ link_text: 'Typed meanwhile' })
  await reading
  expect(draft()).toMatchObject({ link_text: 'Typed meanwhile', creative_text: 'Baked at four.' })
})

test.each([
  ['a page that does not answer', { problem_code: 'unreachable', headline: null, text: null }],
  ['a refused call', errorResponse(429, 'too_many_requests')]
] as const)('%s changes nothing', async (_, answer) => {
  const { change, read, draft, $filled } = createStores([bread, answer])
  change({ creative_link: 'bread.example' })
  await read()
  const before = { ...draft(), creative_link: 'gone.example' }
  change({ creative_link: 'gone.example' })
  await read()
  expect(draft()).toEqual(before)
  expect($filled.get()).toEqual([])
})

test('an answer for a link that was changed meanwhile is ignored', async () => {
  const { change, read, forget, draft } = createStores([bread])
  change({ creative_link: 'bread.example' })
  const reading = read()
  forget()
  change({ creative_link: 'dice.example' })
  await reading
  expect(draft().link_text).toBe('')
})

test('after a reload, a proposal is still known as one, and the page is not read again', async () => {
  const storage = createMemoryStorage()
  const first = createStores([bread], storage)
  first.change({ creative_link: 'bread.example' })
  await first.read()
  const second = createStores([dice], storage)
  expect(second.isUnread()).toBe(false)
  second.change({ creative_link: 'dice.example' })
  await second.read()
  expect(second.draft()).toMatchObject({ link_text: 'Dice', language: 'fr' })
})

test('the language and subject of a draft that passed them in the wizard are kept', async () => {
  const { change, read, draft } = createStores([dice])
  change({ creative_link: 'dice.example', reached: 1 })
  await read()
  expect(draft()).toMatchObject({ link_text: 'Dice', language: 'en', rating: 'none' })
})

test('a campaign that is created elsewhere, as in the wizard, takes its proposal along', async () => {
  const storage = createMemoryStorage()
  const first = createStores([bread], storage)
  first.change({ creative_link: 'bread.example', daily_budget: '0.001' })
  await first.read()
  const { transport } = createFakeTransport(() => jsonResponse({ data: { id: '1' } }, 201))
  const wizard = createCampaignDraftStores(createApi({ transport }))
  wizard.restore(storage)
  expect(await wizard.submit()).toEqual({ state: 'saved', id: '1' })
  const second = createStores([bread], storage)
  second.change({ creative_link: 'bread.example' })
  expect(second.isUnread()).toBe(true)
  await second.read()
  expect(second.draft()).toMatchObject({ link_text: 'Bread', language: 'de' })
})
