import { type RawBuilder, sql } from 'kysely'
import { createCampaign, credit } from '../campaigns.ts'
import { addOffer } from '../publications.ts'
import { addUnit, addVerifiedSite, addViews } from '../supply.ts'
import type { SignedInBrowser, TestApp } from '../test-app.ts'
import { disputeOrder, placeOrder } from './orders.ts'
import { countOf, countRows, type Scenarios, sampleAddress } from './scenario.ts'
import { addShownCreative } from './shown-creative.ts'

const unique = () => crypto.randomUUID().slice(0, 8)

/** Calls that change a resource's state and are refused the second time. */
export const decisionScenarios: Scenarios = {
  async 'PATCH /api/v1/campaigns/{id}'({ app, user }) {
    const { data } = await createCampaign(user.api)
    const link_text = `Other words ${unique()}`
    return {
      by: user,
      path: `/api/v1/campaigns/${data.id}`,
      attributes: { link_text },
      other: { link_text: `${link_text}, and others` },
      effects: () => countOf(app, 'creatives', 'link_text', link_text)
    }
  },
  async 'PATCH /api/v1/campaigns'({ app, user }) {
    const { data } = await createCampaign(user.api)
    const { id } = data
    const daily_budget = '7700'
    const wish = { campaign_ids: [id], action: 'set_daily_budget', daily_budget, asset: 'BTC' }
    return {
      by: user,
      path: '/api/v1/campaigns',
      attributes: wish,
      other: { ...wish, daily_budget: '7701' },
      effects: () =>
        countRows(
          app,
          sql`select count(*)::integer as count from campaign_terms
            where campaign_id = ${Number(id)} and daily_budget = ${daily_budget}::bigint`
        )
    }
  },
  async 'POST /api/v1/campaigns/import'({ app, user }) {
    const link_text = `Imported ${unique()}`
    const heading = 'link_text,creative_link,creative_text,daily_budget'
    const csv = `${heading}\n${link_text},https://books.example/,What to read,0.001`
    const planned = await user.api.campaigns.importCampaigns({ csv, dry_run: true })
    if (!planned.ok) throw new Error(`the dry run was refused: ${planned.code}`)
    const { plan } = planned.value.meta
    return {
      by: user,
      path: '/api/v1/campaigns/import',
      attributes: { csv, dry_run: false, plan },
      other: { csv, dry_run: true },
      effects: () => countOf(app, 'creatives', 'link_text', link_text)
    }
  },
  async 'PATCH /api/v1/campaigns/{id}/exclusions'({ app, user }) {
    const { data } = await createCampaign(user.api)
    const unit = await addUnit(app.context, { userId: user.userId })
    await addViews(app.context, unit, 5, app.context.now().toISOString(), data.id)
    const wish = { target_type: 'ad_unit', target_ids: [unit], excluded: true }
    return {
      by: user,
      path: `/api/v1/campaigns/${data.id}/exclusions`,
      attributes: wish,
      other: { ...wish, excluded: false },
      effects: () => countOf(app, 'campaign_exclusions', 'campaign_id', Number(data.id))
    }
  },
  async 'POST /api/v1/campaigns/{id}/variants'({ app, user }) {
    const { data } = await createCampaign(user.api)
    const link_text = `Other words ${unique()}`
    const wish = { link_text, creative_link: 'https://books.example/', creative_text: 'A text' }
    return {
      by: user,
      path: `/api/v1/campaigns/${data.id}/variants`,
      attributes: wish,
      other: { ...wish, weight: 2 },
      effects: () => countOf(app, 'creatives', 'link_text', link_text)
    }
  },
  async 'PATCH /api/v1/campaigns/{id}/variants/{variant_id}'({ app, user }) {
    const { path } = await addVariant(user)
    const link_text = `Other words ${unique()}`
    return {
      by: user,
      path,
      attributes: { link_text },
      other: { link_text: `${link_text}, and others` },
      effects: () => countOf(app, 'creatives', 'link_text', link_text)
    }
  },
  async 'DELETE /api/v1/campaigns/{id}/variants/{variant_id}'({ app, user }) {
    const { path, id } = await addVariant(user)
    return {
      by: user,
      path,
      effects: () =>
        countRows(
          app,
          sql`select count(*)::integer as count from variants where id = ${id} and removed_at is not null`
        )
    }
  },
  async 'DELETE /api/v1/campaigns/{id}'({ app, user }) {
    const { data } = await createCampaign(user.api)
    await credit(app.context, user.userId, 5_000n)
    await user.api.campaigns.fundCampaign({ id: data.id, amount: '5000' })
    return {
      by: user,
      path: `/api/v1/campaigns/${data.id}`,
      effects: () =>
        countRows(
          app,
          sql`select count(*)::integer as count from ledger_transfers where kind = 'refund' and key like ${`archive:${data.id}:%`}`
        )
    }
  },
  async 'POST /api/v1/admin/users/{id}/suspensions'({ app, admin }) {
    const { userId } = await app.signIn()
    return {
      by: admin,
      path: `/api/v1/admin/users/${userId}/suspensions`,
      attributes: { reason: 'It sells what it does not have' },
      other: { reason: 'It asked for it' },
      effects: () => countSuspensions(app, userId, sql`true`)
    }
  },
  async 'DELETE /api/v1/admin/users/{id}/suspensions/current'({ app, admin }) {
    const { userId } = await app.signIn()
    await admin.api.admin.suspendPerson({ id: userId, reason: 'It sells what it does not have' })
    return {
      by: admin,
      path: `/api/v1/admin/users/${userId}/suspensions/current`,
      effects: () => countSuspensions(app, userId, sql`ended_at is not null`)
    }
  },
  async 'PATCH /api/v1/publication_orders/{id}'({ app, user }) {
    const publisher = await app.signIn()
    const id = await placeOrder(app, user, await addOffer(app.context, publisher))
    return {
      by: publisher,
      path: `/api/v1/publication_orders/${id}`,
      attributes: { state: 'accepted' },
      other: { state: 'declined', reason: 'Too long' },
      effects: () => countSteps(app, id, 'accepted')
    }
  },
  async 'PATCH /api/v1/admin/publication_disputes/{id}'({ app, user, admin }) {
    const publisher = await app.signIn()
    const id = await placeOrder(app, user, await addOffer(app.context, publisher))
    await disputeOrder(user, publisher, id)
    return {
      by: admin,
      path: `/api/v1/admin/publication_disputes/${id}`,
      attributes: { decision: 'uphold', reason: 'Nothing was published' },
      other: { decision: 'dismiss', reason: 'It was published' },
      effects: () => countSteps(app, id, 'refunded')
    }
  },
  async 'PATCH /api/v1/admin/publication_offers/{id}'({ app, admin }) {
    const publisher = await app.signIn()
    const id = await addOffer(app.context, publisher, { state: 'pending' })
    return {
      by: admin,
      path: `/api/v1/admin/publication_offers/${id}`,
      attributes: { decision: 'reject', reason: 'Too short' },
      other: { decision: 'approve' },
      effects: () => countNotices(app, publisher.userId, 'offer_rejected')
    }
  },
  async 'PATCH /api/v1/admin/creatives/{id}'({ app, admin }) {
    const advertiser = await app.signIn()
    const { data } = await createCampaign(advertiser.api)
    return {
      by: admin,
      path: `/api/v1/admin/creatives/${data.relationships.creative.data?.id}`,
      attributes: { decision: 'reject', reason: 'Too loud' },
      other: { decision: 'approve' },
      effects: () => countNotices(app, advertiser.userId, 'campaign_rejected')
    }
  },
  async 'PATCH /api/v1/admin/reported_creatives/{id}'({ app, admin }) {
    const { creative, unit } = await addShownCreative(app, admin)
    await app.open().api.adReports.reportCreative({
      id: creative,
      unit_id: unit,
      reason: 'misleading'
    })
    const newest_report_id = '2000000000'
    return {
      by: admin,
      path: `/api/v1/admin/reported_creatives/${creative}`,
      attributes: { decision: 'reject', reason: 'It promises too much', newest_report_id },
      other: { decision: 'dismiss', newest_report_id },
      effects: () =>
        countRows(
          app,
          sql`select count(*)::integer as count from creative_reports where creative_id = ${Number(creative)} and decision = 'reject'`
        )
    }
  },
  async 'PATCH /api/v1/admin/sites/{id}'({ app, admin }) {
    const publisher = await app.signIn()
    const domainName = `${unique()}.example`
    const id = await addVerifiedSite(app.context, { userId: publisher.userId, domainName })
    return {
      by: admin,
      path: `/api/v1/admin/sites/${id}`,
      attributes: { decision: 'reject', reason: 'Nothing is on it' },
      other: { decision: 'approve' },
      effects: () => countNotices(app, publisher.userId, 'unit_rejected')
    }
  },
  async 'PATCH /api/v1/admin/earnings/{id}'({ app, admin }) {
    const publisher = await app.signIn()
    const id = await addUnit(app.context, { userId: publisher.userId })
    return {
      by: admin,
      path: `/api/v1/admin/earnings/${id}`,
      attributes: { decision: 'hold', reason: 'Too many clicks' },
      other: { decision: 'hold', reason: 'Too many views' },
      effects: () => countOf(app, 'earning_holds', 'unit_id', Number(id))
    }
  },
  async 'PATCH /api/v1/admin/adjustments/{id}'({ app, user, admin }) {
    const reason = `A bank transfer ${unique()}`
    const { rows } = await sql<{ id: number }>`
      insert into adjustments (user_id, asset, amount, reason, made_by, made_at, state)
      values (${Number((await app.signIn()).userId)}, 'BTC', 700, ${reason}, ${Number(user.userId)}, ${app.context.now()}, 'pending')
      returning id`.execute(app.context.db)
    return {
      by: admin,
      path: `/api/v1/admin/adjustments/${rows[0]?.id}`,
      attributes: { decision: 'reject' },
      other: { decision: 'approve' },
      effects: () =>
        countRows(
          app,
          sql`select count(*)::integer as count from adjustments where reason = ${reason} and state = 'rejected'`
        )
    }
  },
  async 'DELETE /api/v1/withdrawals/{id}'({ app }) {
    const user = await app.signIn()
    const id = await askForWithdrawal(app, user)
    return {
      by: user,
      path: `/api/v1/withdrawals/${id}`,
      effects: () =>
        countRows(
          app,
          sql`select count(*)::integer as count from withdrawals where id = ${id} and state = 'cancelled'`
        )
    }
  },
  async 'PATCH /api/v1/admin/deposits/{id}'({ app, admin, user }) {
    const id = await addQueuedDeposit(app)
    return {
      by: admin,
      path: `/api/v1/admin/deposits/${id}`,
      attributes: { user_id: user.userId },
      other: { user_id: admin.userId },
      effects: () =>
        countRows(
          app,
          sql`select count(*)::integer as count from deposits where id = ${id} and user_id = ${Number(user.userId)}`
        )
    }
  },
  async 'POST /api/v1/admin/deposits/{id}/put_away'({ app, admin }) {
    const id = await addQueuedDeposit(app)
    return {
      by: admin,
      path: `/api/v1/admin/deposits/${id}/put_away`,
      attributes: { reason: 'Dust' },
      other: { reason: 'Not ours' },
      effects: () =>
        countRows(
          app,
          sql`select count(*)::integer as count from deposits where id = ${id} and put_away_reason = 'Dust'`
        )
    }
  },
  async 'POST /api/v1/admin/payouts/release'({ app, admin }) {
    const at = app.context.now()
    const { rows } = await sql<{ id: number }>`
      insert into restores (backup_at, restored_at, gap) values (${at}, ${at}, 0) returning id`.execute(
      app.context.db
    )
    const id = rows[0]?.id ?? 0
    await sql`
      insert into chain_searches (restore_id, chain, first_index, checked_at)
      select ${id}, name, 0, ${at} from chains`.execute(app.context.db)
    return {
      by: admin,
      path: '/api/v1/admin/payouts/release',
      effects: () =>
        countRows(
          app,
          sql`select count(*)::integer as count from restores where id = ${id} and released_at is not null`
        )
    }
  }
}

function countSuspensions(app: TestApp, userId: string, which: RawBuilder<unknown>) {
  return countRows(
    app,
    sql`select count(*)::integer as count from account_suspensions where user_id = ${Number(userId)} and ${which}`
  )
}

function countSteps(app: TestApp, orderId: string, state: string): Promise<number> {
  return countRows(
    app,
    sql`select count(*)::integer as count from publication_order_events where order_id = ${Number(orderId)} and to_state = ${state}`
  )
}

function countNotices(app: TestApp, userId: string, kind: string): Promise<number> {
  return countRows(
    app,
    sql`select count(*)::integer as count from notifications where user_id = ${Number(userId)} and kind = ${kind}`
  )
}

async function askForWithdrawal({ context }: TestApp, user: SignedInBrowser): Promise<string> {
  await credit(context, user.userId, 1_000_000n)
  await user.api.security.stepUp({ access_code: user.accessCode })
  const asked = await user.api.payments.createWithdrawal({
    token_code: 'BTC',
    address: sampleAddress,
    amount: '1000000'
  })
  if (!asked.ok) throw new Error(`the withdrawal was refused: ${JSON.stringify(asked.errors)}`)
  return asked.value.data.id
}

/** Adds an unassigned deposit. */
async function addQueuedDeposit({ context }: TestApp): Promise<string> {
  const { rows } = await sql<{ id: bigint }>`
    insert into deposits (chain, transaction_id, output, address, token_code, asset, amount, seen_at)
    values ('bitcoin', ${crypto.randomUUID()}, 0, ${sampleAddress}, 'BTC', 'BTC', 5000, ${context.now()})
    returning id`.execute(context.db)
  return String(rows[0]?.id)
}

/** Adds a second variant to a new campaign. */
async function addVariant({ api }: SignedInBrowser): Promise<{ id: number; path: string }> {
  const { data } = await createCampaign(api)
  const text = { link_text: 'B', creative_link: 'https://books.example/', creative_text: 'B' }
  const added = await api.campaigns.createVariant({ id: data.id, ...text })
  if (!added.ok) throw new Error(`the variant was refused: ${added.code}`)
  const variant = added.value.data.id
  return { id: Number(variant), path: `/api/v1/campaigns/${data.id}/variants/${variant}` }
}
