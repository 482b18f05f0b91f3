import { createActiveCampaign, createCampaign, decide } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser
let stranger: SignedInBrowser
let admin: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
  stranger = await app.signIn()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const content = {
  link_text: 'Another headline',
  creative_link: 'https://books.example/other',
  creative_text: 'Another text.'
}

async function list(id: string) {
  const result = await owner.api.campaigns.listVariants({ id })
  if (!result.ok) throw new Error(result.code)
  return result.value
}

async function stateOf(id: string) {
  const result = await owner.api.campaigns.readCampaign({ id })
  if (!result.ok) throw new Error(result.code)
  return result.value.data.attributes.state
}

/** Adds a variant and returns its ID and that of its pending creative. */
async function add(id: string, changes: object = {}) {
  const result = await owner.api.campaigns.createVariant({ id, ...content, ...changes })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  const { data } = result.value
  return { variant: data.id, creative: data.relationships.creative.data?.id ?? '' }
}

const verdict = (id: string, decision: 'approve' | 'reject') =>
  admin.api.admin.decideCreative({
    id,
    decision,
    ...(decision === 'reject' ? { reason: 'Too loud' } : {})
  })

async function statesOf(id: string) {
  const { rows } = await sql<{ text: string }>`
    select name || ' ' || string_agg(state, ' ' order by creatives.id) as text
    from variants join creatives on variant_id = variants.id
    where variants.campaign_id = ${Number(id)} group by variants.id order by variants.id`.execute(
    app.context.db
  )
  return rows.map(it => it.text)
}

const active = () => createActiveCampaign(app.context, owner, admin)

test('a campaign begins with one variant, and another one waits for its review while the first is shown', async () => {
  const { data } = await active()
  const before = await list(data.id)
  expect(before.meta).toEqual({ variant_choice: 'weights' })
  expect(before.data.map(it => it.attributes)).toMatchObject([
    { name: 'A', weight: 1, is_live: true }
  ])
  const { creative } = await add(data.id, { weight: 3 })
  const { data: both, included } = await list(data.id)
  expect(both.map(it => it.attributes)).toMatchObject([
    { name: 'A', weight: 1, is_live: true },
    { name: 'B', weight: 3, is_live: false }
  ])
  expect(included.find(it => it.id === creative)?.attributes).toMatchObject({
    ...content,
    state: 'pending'
  })
  expect(await stateOf(data.id)).toBe('active')
  expect(await verdict(creative, 'approve')).toMatchObject({ ok: true })
  expect(await statesOf(data.id)).toEqual(['A live', 'B live'])
  // What is about the ad of a campaign means the first variant.
  const read = await owner.api.campaigns.readCampaign({ id: data.id })
  expect(read.ok && read.value.data.relationships.creative).toEqual(data.relationships.creative)
})

test('an answer lists all versions of a variant, and reviewers see the name of one among several', async () => {
  const { data } = await active()
  const first = data.relationships.creative.data?.id ?? ''
  const queue = async () => {
    const result = await admin.api.admin.readReviewQueue({ 'page[limit]': 100 })
    return result.ok ? result.value.meta.variants : null
  }
  const [only] = (await list(data.id)).data
  const edited = await owner.api.campaigns.updateVariant({
    ...{ id: data.id, variant_id: only?.id ?? '' },
    link_text: 'Changed'
  })
  if (!edited.ok) throw new Error(edited.code)
  const { attributes, relationships } = edited.value.data
  const second = relationships.creative.data?.id ?? ''
  expect(attributes.creative_ids).toEqual([second, first])
  expect(await queue()).not.toHaveProperty(second)
  const { variant, creative } = await add(data.id, { name: 'Short' })
  expect(await queue()).toMatchObject({ [second]: 'A', [creative]: 'Short' })
  await owner.api.campaigns.removeVariant({ id: data.id, variant_id: variant })
  expect(await queue()).not.toHaveProperty(second)
})

test('a rejected variant leaves the others as they are', async () => {
  const { data } = await active()
  const { creative } = await add(data.id)
  await verdict(creative, 'reject')
  expect(await stateOf(data.id)).toBe('active')
  expect(await statesOf(data.id)).toEqual(['A live', 'B rejected'])
})

test('a campaign is pending until one variant is approved or all are rejected', async () => {
  const document = await createCampaign(owner.api)
  const { id } = document.data
  const { creative } = await add(id)
  await decide(admin, document, 'reject')
  expect(await stateOf(id)).toBe('pending')
  await verdict(creative, 'reject')
  expect(await stateOf(id)).toBe('rejected')
  const third = await add(id)
  expect(await stateOf(id)).toBe('pending')
  await verdict(third.creative, 'approve')
  expect(await stateOf(id)).toBe('out_of_funds')
})

test('an ad that is withdrawn stops its variant, and the campaign with the last one', async () => {
  const { data } = await active()
  const { creative } = await add(data.id)
  await verdict(creative, 'approve')
  const withdraw = (of: string) =>
    admin.api.adReports.decideReports({
      ...{ id: of, decision: 'reject', reason: 'Too loud', newest_report_id: '1' }
    })
  expect(await withdraw(creative)).toMatchObject({ ok: true })
  expect(await stateOf(data.id)).toBe('active')
  expect(await statesOf(data.id)).toEqual(['A live', 'B rejected'])
  await withdraw(data.relationships.creative.data?.id ?? '')
  expect(await stateOf(data.id)).toBe('rejected')
})

test('an edit of a variant is a version of its own, and its name and weight change at once', async () => {
  const { data } = await active()
  const { variant, creative } = await add(data.id)
  await verdict(creative, 'approve')
  const of = { id: data.id, variant_id: variant }
  const named = await owner.api.campaigns.updateVariant({ ...of, name: 'Short', weight: 7 })
  expect(named.ok && named.value.data.attributes).toMatchObject({
    ...{ name: 'Short', weight: 7, is_live: true }
  })
  expect(await statesOf(data.id)).toEqual(['A live', 'Short live'])
  const edited = await owner.api.campaigns.updateVariant({ ...of, creative_text: 'Shorter.' })
  const newest = edited.ok ? edited.value.data.relationships.creative.data?.id : undefined
  expect(await statesOf(data.id)).toEqual(['A live', 'Short live pending'])
  await verdict(newest ?? '', 'approve')
  expect(await statesOf(data.id)).toEqual(['A live', 'Short superseded live'])
})

test('a variant is removed unless the campaign would have nothing to show', async () => {
  const { data } = await active()
  const [first] = (await list(data.id)).data
  const remove = (variant_id: string) =>
    owner.api.campaigns.removeVariant({ id: data.id, variant_id })
  const needed = { ok: false, status: 422, code: 'variant_needed' }
  expect(await remove(first?.id ?? '')).toMatchObject(needed)
  const { variant, creative } = await add(data.id)
  expect(await remove(first?.id ?? '')).toMatchObject(needed)
  await verdict(creative, 'approve')
  expect(await remove(first?.id ?? '')).toMatchObject({ ok: true })
  expect((await list(data.id)).data.map(it => it.id)).toEqual([variant])
  expect(await statesOf(data.id)).toEqual(['A superseded', 'B live'])
  expect(await remove(first?.id ?? '')).toMatchObject({ ok: false, code: 'not_found' })
  const read = await owner.api.campaigns.readCampaign({ id: data.id })
  expect(read.ok && read.value.data.relationships.creative.data?.id).toBe(creative)
  const { rows } = await sql`select title from campaign_titles where id = ${data.id}`.execute(
    app.context.db
  )
  expect(rows).toEqual([{ title: content.link_text }])
})

test('a campaign is rejected once its last pending variant is removed', async () => {
  const document = await createCampaign(owner.api)
  const { id } = document.data
  const { variant } = await add(id)
  await decide(admin, document, 'reject')
  await owner.api.campaigns.removeVariant({ id, variant_id: variant })
  expect(await stateOf(id)).toBe('rejected')
})

test('a campaign has up to 6 variants, even if they are added at once', async () => {
  const { data } = await createCampaign(owner.api)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => owner.api.campaigns.createVariant({ id: data.id, ...content }))
  )
  expect(answers.filter(it => it.ok)).toHaveLength(5)
  expect(answers.find(it => !it.ok)).toMatchObject({ status: 422, code: 'variants_too_many' })
  const names = (await list(data.id)).data.map(it => it.attributes.name)
  expect(names).toEqual(['A', 'B', 'C', 'D', 'E', 'F'])
})

test('the choice among variants is set by the owner', async () => {
  const { data } = await createCampaign(owner.api)
  const choose = { id: data.id, choice: 'best' } as const
  expect(await owner.api.campaigns.updateVariantChoice(choose)).toMatchObject({ ok: true })
  expect((await list(data.id)).meta.variant_choice).toBe('best')
})

test('variants are only for the owner of the campaign, and belong to that campaign', async () => {
  const { data } = await createCampaign(owner.api)
  const { id } = data
  const { variant } = await add(id)
  const other = await createCampaign(owner.api)
  const { campaigns } = stranger.api
  const of = { id, variant_id: variant }
  const elsewhere = { id: other.data.id, variant_id: variant }
  for (const answer of [
    await campaigns.listVariants({ id }),
    await campaigns.createVariant({ id, ...content }),
    await campaigns.updateVariant({ ...of, weight: 2 }),
    await campaigns.removeVariant(of),
    await campaigns.updateVariantChoice({ id, choice: 'best' }),
    await owner.api.campaigns.updateVariant({ ...elsewhere, weight: 2 }),
    await owner.api.campaigns.removeVariant(elsewhere)
  ])
    expect(answer).toMatchObject({ ok: false, status: 404, code: 'not_found' })
})

test('an archived campaign keeps its variants as they are', async () => {
  const { data } = await createCampaign(owner.api)
  const { variant } = await add(data.id)
  await owner.api.campaigns.archiveCampaign({ id: data.id })
  const of = { id: data.id, variant_id: variant }
  const { campaigns } = owner.api
  for (const answer of [
    await campaigns.createVariant({ id: data.id, ...content }),
    await campaigns.updateVariant({ ...of, weight: 2 }),
    await campaigns.removeVariant(of),
    await campaigns.updateVariantChoice({ id: data.id, choice: 'best' })
  ])
    expect(answer).toMatchObject({ ok: false, code: 'state_not_allowed' })
})

test.each([
  ['weight', 0, 'invalid'],
  ['weight', 101, 'invalid'],
  ['name', '', 'invalid'],
  ['creative_link', 'https://a.example/?from={country}', 'link_macro_unknown'],
  ['banner_ids', ['2000000001'], 'banner_unknown']
])('refuses %s of %j', async (field, value, code) => {
  const { data } = await createCampaign(owner.api)
  const answer = await owner.api.campaigns.createVariant({
    id: data.id,
    ...content,
    [field]: value
  })
  expect(answer).toMatchObject({ ok: false, status: 422, code })
  expect((await list(data.id)).data).toHaveLength(1)
})
