import { sql } from 'kysely'
import { addOffer } from '../publications.ts'
import { sampleView } from '../sample-view.ts'
import { addUnit, addVerifiedSite } from '../supply.ts'
import type { SignedInBrowser, TestApp } from '../test-app.ts'
import { disputeOrder, placeOrder } from './orders.ts'
import { countOf, type Scenarios } from './scenario.ts'
import { addShownCreative } from './shown-creative.ts'

const unique = () => crypto.randomUUID().slice(0, 8)

/** Calls that create a resource. */
export const creationScenarios: Scenarios = {
  async 'POST /api/v1/users'({ app }) {
    const username = `ada-${unique()}`
    return {
      by: visitor(app),
      path: '/api/v1/users',
      attributes: { anonymous: true, username },
      other: { anonymous: true, username: `${username}-2` },
      effects: () => countOf(app, 'users', 'username', username)
    }
  },
  async 'POST /api/v1/user/access_codes'({ app }) {
    const email = `${unique()}@example.com`
    return {
      by: visitor(app),
      path: '/api/v1/user/access_codes',
      attributes: { email },
      other: { email: `other-${email}` },
      effects: () => countOf(app, 'mails', 'recipient', email)
    }
  },
  async 'POST /api/v1/user/confirmations'({ app }) {
    const email = `${unique()}@example.com`
    await app.open().api.accounts.signUp({ email })
    const [mail] = (
      await sql<{ text: string }>`select text from mails where recipient = ${email}`.execute(
        app.context.db
      )
    ).rows
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    return {
      by: visitor(app),
      path: '/api/v1/user/confirmations',
      attributes: { token },
      other: { token: `${token}x` },
      effects: () => countOf(app, 'users', 'email', email)
    }
  },
  async 'POST /api/v1/ad_units'({ app }) {
    const user = await app.signIn()
    const siteId = await addVerifiedSite(app.context, {
      userId: user.userId,
      domainName: `${unique()}.example`
    })
    const [site] = (
      await sql<{ origin: string }>`select origin from sites where id = ${siteId}`.execute(
        app.context.db
      )
    ).rows
    const page_url = `${site?.origin}/`
    return {
      by: user,
      path: '/api/v1/ad_units',
      attributes: { page_url },
      other: { page_url, name: 'Another' },
      effects: () => countOf(app, 'ad_units', 'user_id', Number(user.userId))
    }
  },
  async 'POST /api/v1/campaigns'({ app }) {
    const user = await app.signIn()
    const attributes = {
      link_text: 'Open books for node runners',
      creative_link: 'https://books.example/nodes',
      creative_text: 'What to read before the first channel.',
      daily_budget: '1200'
    }
    return {
      by: user,
      path: '/api/v1/campaigns',
      attributes,
      other: { ...attributes, daily_budget: '1300' },
      effects: () => countOf(app, 'campaigns', 'user_id', Number(user.userId))
    }
  },
  async 'POST /api/v1/api_keys'({ app }) {
    const user = await app.signIn()
    const attributes = { name: 'Reports', scopes: ['statistics'] }
    return {
      by: user,
      path: '/api/v1/api_keys',
      attributes,
      other: { ...attributes, name: 'Other reports' },
      effects: () => countOf(app, 'api_keys', 'user_id', Number(user.userId))
    }
  },
  async 'POST /api/v1/members'({ app }) {
    const user = await app.signIn()
    await app.context.db
      .updateTable('sessions')
      .set({ stepped_up_at: '2126-01-01T00:00:00Z' })
      .where('user_id', '=', Number(user.userId))
      .execute()
    const name = `${unique()}@example.com`
    return {
      by: user,
      path: '/api/v1/members',
      attributes: { name },
      other: { name: `other-${name}` },
      effects: () => countOf(app, 'account_members', 'user_id', Number(user.userId))
    }
  },
  async 'POST /api/v1/report_links'({ app }) {
    const user = await app.signIn()
    const attributes = { name: 'For the agency', view: sampleView }
    return {
      by: user,
      path: '/api/v1/report_links',
      attributes,
      other: { ...attributes, name: 'For the bank' },
      effects: () => countOf(app, 'report_links', 'user_id', Number(user.userId))
    }
  },
  async 'POST /api/v1/report_mails'({ app }) {
    const user = await app.signIn()
    await app.context.db
      .updateTable('users')
      .set({ email: `${unique()}@example.com` })
      .where('id', '=', Number(user.userId))
      .execute()
    const attributes = { name: 'For me', view: sampleView, every: 'week' }
    return {
      by: user,
      path: '/api/v1/report_mails',
      attributes,
      other: { ...attributes, name: 'For the boss' },
      effects: () => countOf(app, 'report_mails', 'user_id', Number(user.userId))
    }
  },
  async 'POST /api/v1/admin/users/{id}/notes'({ app, admin }) {
    const { userId } = await app.signIn()
    return {
      by: admin,
      path: `/api/v1/admin/users/${userId}/notes`,
      attributes: { text: 'Calls on Mondays' },
      other: { text: 'Calls on Tuesdays' },
      effects: () => countOf(app, 'account_notes', 'user_id', Number(userId))
    }
  },
  async 'POST /api/v1/approval_rules'({ app }) {
    const user = await app.signIn()
    const unit = await addUnit(app.context, user)
    return {
      by: user,
      path: '/api/v1/approval_rules',
      attributes: { kind: 'only_approved' },
      other: { kind: 'only_approved', ad_unit_id: unit },
      effects: () => countOf(app, 'approval_rules', 'user_id', Number(user.userId))
    }
  },
  async 'POST /api/v1/block_rules'({ app }) {
    const user = await app.signIn()
    const attributes = { kind: 'domain', domain: 'shop.example' }
    return {
      by: user,
      path: '/api/v1/block_rules',
      attributes,
      other: { ...attributes, domain: 'other.example' },
      effects: () => countOf(app, 'block_rules', 'user_id', Number(user.userId))
    }
  },
  async 'POST /api/v1/ad_units/{id}/house_ads'({ app }) {
    const user = await app.signIn()
    const unit = await addUnit(app.context, user)
    const attributes = { text: 'Our shop', link: 'https://shop.example/' }
    return {
      by: user,
      path: `/api/v1/ad_units/${unit}/house_ads`,
      attributes,
      other: { ...attributes, text: 'Our book' },
      effects: () => countOf(app, 'house_ads', 'unit_id', Number(unit))
    }
  },
  async 'POST /api/v1/shown_creatives/{id}/reports'({ app, admin }) {
    const { creative, unit } = await addShownCreative(app, admin)
    const attributes = { unit_id: unit, reason: 'misleading' }
    return {
      by: visitor(app),
      path: `/api/v1/shown_creatives/${creative}/reports`,
      attributes,
      other: { ...attributes, reason: 'illegal' },
      effects: () => countOf(app, 'creative_reports', 'creative_id', Number(creative))
    }
  },
  async 'POST /api/v1/suggestions'({ app, user }) {
    const title = `An idea ${unique()}`
    return {
      by: user,
      path: '/api/v1/suggestions',
      attributes: { title },
      other: { title: `${title}, another` },
      effects: () => countOf(app, 'suggestions', 'title', title)
    }
  },
  async 'POST /api/v1/publication_offers'({ app }) {
    const user = await app.signIn()
    const domainName = `${unique()}.example`
    const site_id = await addVerifiedSite(app.context, { userId: user.userId, domainName })
    const attributes = {
      site_id,
      publication_offer_type: 'article',
      name: 'An article about bread',
      description: 'Eight hundred words, written by us.',
      languages: ['en'],
      categories: ['bitcoin'],
      included: [],
      turnaround_days: 7,
      price_us_cents: 5_000
    }
    return {
      by: user,
      path: '/api/v1/publication_offers',
      attributes,
      other: { ...attributes, price_us_cents: 6_000 },
      effects: () => countOf(app, 'publication_offers', 'user_id', Number(user.userId))
    }
  },
  async 'POST /api/v1/publication_orders/{id}/messages'({ app, user }) {
    const id = await placeOrder(app, user, await addOffer(app.context, await app.signIn()))
    const body = `A question ${unique()}`
    return {
      by: user,
      path: `/api/v1/publication_orders/${id}/messages`,
      attributes: { body },
      other: { body: `${body}, another` },
      effects: () => countOf(app, 'publication_order_messages', 'body', body)
    }
  },
  async 'POST /api/v1/publication_orders/{id}/ratings'({ app, user, admin }) {
    const publisher = await app.signIn()
    const id = await placeOrder(app, user, await addOffer(app.context, publisher))
    await disputeOrder(user, publisher, id)
    await admin.api.marketplace.decideDispute({ id, decision: 'dismiss', reason: 'It is there' })
    return {
      by: user,
      path: `/api/v1/publication_orders/${id}/ratings`,
      attributes: { stars: 4 },
      other: { stars: 2 },
      effects: () => countOf(app, 'publication_order_ratings', 'order_id', Number(id))
    }
  },
  async 'POST /api/v1/admin/announcements'({ app, admin }) {
    // Only one announcement can be current at a time.
    await sql`update announcements set ends_at = ${app.context.now()} where ends_at is null`.execute(
      app.context.db
    )
    app.context.clock.advance(1_000)
    const header = `News ${unique()}`
    return {
      by: admin,
      path: '/api/v1/admin/announcements',
      attributes: { header, content: 'There is news.' },
      other: { header, content: 'There is other news.' },
      effects: () => countOf(app, 'announcements', 'header', header)
    }
  },
  async 'POST /api/v1/admin/legal_pages'({ app, admin }) {
    const text = `Terms ${unique()}`
    const current = await admin.api.legal.listLegalPages()
    const terms = current.ok ? current.value.data.find(it => it.id === 'terms') : undefined
    const version = (terms?.attributes.version ?? 0) + 1
    return {
      by: admin,
      path: '/api/v1/admin/legal_pages',
      attributes: { kind: 'terms', version, text },
      other: { kind: 'terms', version, text: `Other ${text}` },
      effects: () => countOf(app, 'legal_pages', 'text', text)
    }
  },
  async 'POST /api/v1/admin/coupons'({ app, admin }) {
    const code = `TRY-${unique()}`.toUpperCase()
    return {
      by: admin,
      path: '/api/v1/admin/coupons',
      attributes: { code, effect: 'half_fee' },
      other: { code, effect: 'half_fee', uses_limit: 5 },
      effects: () => countOf(app, 'coupons', 'code', code)
    }
  },
  async 'POST /api/v1/admin/traffic_packs'({ app, admin }) {
    const name = `A pack ${unique()}`
    const targets = [{ type: 'category', id: '10' }]
    return {
      by: admin,
      path: '/api/v1/admin/traffic_packs',
      attributes: { name, targets },
      other: { name: `${name}, another`, targets },
      effects: () => countOf(app, 'traffic_packs', 'name', name)
    }
  }
}

/** Returns a browser without a session that ignores the cookies of its answers. */
function visitor(app: TestApp): SignedInBrowser {
  const browser = app.open()
  const transport: SignedInBrowser['transport'] = async (path, init) => {
    const response = await browser.transport(path, init)
    for (const name of ['session', 'code-request']) browser.cookies.delete(name)
    return response
  }
  return { ...browser, transport, userId: '', accessCode: '' }
}
