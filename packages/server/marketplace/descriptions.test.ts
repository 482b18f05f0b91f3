import { addOffer } from '@mille/testing/publications.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDescriptions } from './descriptions.ts'

let app: TestApp
let publisher: SignedInBrowser
let id: string

beforeAll(async () => {
  app = await createTestApp()
  publisher = await app.signIn()
  id = await addOffer(app.context, publisher)
})
afterAll(() => app.close())

const markdown = 'Four **thousand** bakers, [read](https://a.example) weekly.'
const words = (text: string) => ({ kind: 'text', text })
const tree = [
  {
    kind: 'paragraph',
    children: [
      words('Four '),
      { kind: 'strong', children: [words('thousand')] },
      words(' bakers, '),
      { kind: 'link', url: 'https://a.example/', children: [words('read')] },
      words(' weekly.')
    ]
  }
]
const summary = 'Four thousand bakers, read weekly.'
const tooDeep = `${'> '.repeat(30)}Eight hundred words.`

async function read(offerId = id) {
  const result = await publisher.api.marketplace.readOffer({ id: offerId })
  if (!result.ok) throw new Error(result.code)
  return result.value.data.attributes
}

async function makeOld(description: string) {
  await app.context.db
    .updateTable('publication_offers')
    .set({ description, description_tree: null, summary: null })
    .where('id', '=', Number(id))
    .execute()
}

test('a description is read when it is saved, and served as a tree and as a summary', async () => {
  const { site_id } = await app.context.db
    .selectFrom('publication_offers')
    .select('site_id')
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow()
  const offer = {
    site_id: String(site_id),
    publication_offer_type: 'article' as const,
    name: 'An article',
    description: markdown,
    languages: ['en' as const],
    categories: ['bitcoin' as const],
    turnaround_days: 5,
    price_us_cents: 42_000
  }
  const { createOffer, updateOffer } = publisher.api.marketplace
  const created = await createOffer(offer)
  expect(created).toMatchObject({ ok: true, value: { data: { attributes: { summary } } } })
  const own = created.ok ? created.value.data.id : ''
  expect(await read(own)).toMatchObject({ description: markdown, description_tree: tree, summary })
  await updateOffer({ id: own, description: 'Quite *other* words now.' })
  expect(await read(own)).toMatchObject({ summary: 'Quite other words now.' })
  await updateOffer({ id: own, price_us_cents: 1_000 })
  expect(await read(own)).toMatchObject({ summary: 'Quite other words now.' })
  const refused = {
    ok: false,
    status: 422,
    errors: [
      { code: 'description_too_complex', source: { pointer: '/data/attributes/description' } }
    ]
  }
  expect(await createOffer({ ...offer, description: tooDeep })).toMatchObject(refused)
  expect(await updateOffer({ id: own, description: tooDeep })).toMatchObject(refused)
  expect(await read(own)).toMatchObject({ description: 'Quite *other* words now.' })
})

test('anybody may see what a description would look like', async () => {
  const { previewDescription } = app.open().api.marketplace
  expect(await previewDescription({ description: markdown })).toMatchObject({
    value: { data: { attributes: { description_tree: tree } } }
  })
  expect(await previewDescription({ description: tooDeep })).toMatchObject({
    code: 'description_too_complex'
  })
})

test('an older offer is shown as it was typed until the job has read it', async () => {
  await makeOld(`${markdown}\n\nAnd more.`)
  expect(await read()).toMatchObject({
    description_tree: [markdown, 'And more.'].map(it => ({
      kind: 'paragraph',
      children: [words(it)]
    })),
    summary: `${markdown} And more.`
  })
  await fillDescriptions(app.context)
  expect(await read()).toMatchObject({
    description_tree: [...tree, { kind: 'paragraph', children: [words('And more.')] }],
    summary: `${summary} And more.`
  })
})

test('an older one that would be refused is kept as it was typed', async () => {
  await makeOld(tooDeep)
  await fillDescriptions(app.context)
  const { summary } = await app.context.db
    .selectFrom('publication_offers')
    .select('summary')
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow()
  expect(summary).toBe(tooDeep)
})

test('the event loop does not read what is saved', async () => {
  const { previewDescription } = publisher.api.marketplace
  await previewDescription({ description: markdown })
  // The most expensive of the patterns that were tried.
  const hostile = '\\'.repeat(2_500) + '!['.repeat(1_250)
  const before = process.threadCpuUsage()
  await Promise.all(Array.from({ length: 10 }, () => previewDescription({ description: hostile })))
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(400)
})
