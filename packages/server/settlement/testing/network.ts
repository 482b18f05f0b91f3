import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import {
  type AccountRef,
  adUnitAccount,
  balances,
  campaignAccount,
  type NewTransfer,
  networkAccount,
  transfer
} from '../../ledger/index.ts'

type Columns = {
  daily_budget: bigint
  max_cpm: bigint
  total_budget: bigint
  traffic_type: string
  hours: string
  time_zone: string
}
type Terms = Partial<
  Columns & {
    funds: bigint
    fee_halved: boolean
    from: string
    until: string
  }
>

/** For tests: one publisher with two ad units, and an advertiser whose campaigns are active from 10:00 UTC. */
export async function createTestNetwork(context: Context) {
  const { db } = context
  const at = context.now()
  await beat(context, '2026-03-01T00:00:00Z', '2026-03-08T00:00:00Z')
  const people = await db
    .insertInto('users')
    .values(
      ['publisher', 'advertiser'].map(name => ({ email: `${name}@mille.test`, created_at: at }))
    )
    .returning('id')
    .execute()
  const [publisher = 0, advertiser = 0] = people.map(it => it.id)
  const unit = {
    user_id: publisher,
    kind: 'app',
    name: 'Unit',
    page_url: 'https://publisher.test/',
    size: '300x250',
    screen_type: 'desktop',
    ad_type: 'mixed',
    disallowed_ratings: [],
    impressions: 0,
    settings: '{}',
    created_at: at
  }
  const units = await db.insertInto('ad_units').values([unit, unit]).returning('id').execute()
  const [first = 0, second = 0] = units.map(it => it.id)

  async function createCampaign(terms: Terms = {}) {
    const { funds = 100_000n, from = '2026-03-02T10:00:00Z', until, fee_halved, ...columns } = terms
    const { id } = await db
      .insertInto('campaigns')
      .values({
        user_id: advertiser,
        state: 'active',
        currency: 'btc',
        asset: 'BTC',
        created_at: at,
        ...(fee_halved === undefined ? {} : { fee_halved })
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setTerms(id, '2026-03-01T00:00:00Z', columns)
    await db
      .insertInto('campaign_activity')
      .values({ campaign_id: id, started_at: from, ended_at: until ?? null })
      .execute()
    if (funds > 0n) await fund(id, funds)
    return id
  }
  /** Sets the campaign's terms from the given time on, replacing the previous terms. */
  async function setTerms(campaign_id: number, valid_from: string, columns: Partial<Columns>) {
    const terms = { asset: 'BTC', traffic_type: 'cpd', daily_budget: 1000n, ...columns }
    await db
      .insertInto('campaign_terms')
      .values({ campaign_id, valid_from, changed_at: valid_from, ...terms })
      .execute()
  }

  const outside = networkAccount('BTC', 'outside')
  const fund = (id: number, amount: bigint) =>
    move({ key: `fund ${id}`, amount, from: outside, to: campaignAccount(id, 'BTC') })
  const promote = (id: number, amount: bigint) =>
    move({
      key: `promote ${id}`,
      amount,
      from: networkAccount('BTC', 'promotion'),
      to: campaignAccount(id, 'BTC', 'promotion')
    })
  const balance = async (account: AccountRef) => (await balances(db, [account]))[0]
  const withdraw = (id: number, amount: bigint) =>
    move({ key: 'back', amount, from: campaignAccount(id, 'BTC'), to: outside })
  const move = (it: Omit<NewTransfer, 'kind' | 'at'>) =>
    db.transaction().execute(tx => transfer(tx, [{ ...it, kind: 'test', at }]))

  async function count(campaign_id: number, bucket: string, unit_id: number, count: bigint) {
    const row = { campaign_id, unit_id, bucket, count, banner_id: 0, kind: 'billable' }
    await db.insertInto('delivery_counters').values(row).execute()
  }
  const moneyOf = (id: number) =>
    balances(db, [
      campaignAccount(id, 'BTC'),
      campaignAccount(id, 'BTC', 'held'),
      campaignAccount(id, 'BTC', 'promotion')
    ])
  const money = async (id: number) => {
    const [available = 0n, held = 0n, promotion = 0n] = await moneyOf(id)
    const others = await balances(db, [
      adUnitAccount(first, 'BTC'),
      adUnitAccount(second, 'BTC'),
      networkAccount('BTC', 'fee')
    ])
    return [available + held + promotion, ...others]
  }
  /** Records that the publisher referred the advertiser. */
  const refer = (since = at) =>
    db
      .updateTable('users')
      .set({ partner_id: publisher, created_at: since })
      .where('id', '=', advertiser)
      .execute()
  const statements = (id: number) =>
    db
      .selectFrom('settlements')
      .selectAll()
      .where('campaign_id', '=', id)
      .orderBy('window_start')
      .execute()
  const state = async (id: number) =>
    (await db.selectFrom('campaigns').select('state').where('id', '=', id).executeTakeFirst())
      ?.state
  return {
    db,
    advertiser,
    publisher,
    refer,
    first,
    second,
    createCampaign,
    setTerms,
    promote,
    balance,
    move,
    withdraw,
    count,
    money,
    /** The campaign's available balance, held money and promotional credit. */
    moneyOf,
    statements,
    state
  }
}

/** Records that delivery was up in every minute of a time range. */
async function beat({ db }: Pick<Context, 'db'>, from: string, until: string) {
  await sql`
    insert into delivery_heartbeats (minute)
    select generate_series(${from}::timestamptz, ${until}::timestamptz - interval '1 minute', interval '1 minute')
    on conflict do nothing`.execute(db)
}
