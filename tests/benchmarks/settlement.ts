import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@mille/server/config.ts'
import { type Context, createLog } from '@mille/server/context.ts'
import { connect } from '@mille/server/db/connect.ts'
import { startEmbedded } from '@mille/server/db/embedded.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import {
  campaignAccount,
  networkAccount,
  transfer,
  verifyLedger
} from '@mille/server/ledger/index.ts'
import { settleDue, verifySettlements } from '@mille/server/settlement/index.ts'
import { holdActive } from '@mille/server/window-holds/index.ts'
import type { Figure } from './rounds.ts'

const campaigns = 1_000
const unitsOfEach = 50
const units = 2_000
const start = '2026-03-02T10:00:00Z'

/**
 * Measures the seconds to hold funds for, and to settle, one window of a thousand campaigns that each ran on fifty ad
 * units.
 */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mille-settlement-'))
  const embedded = await startEmbedded(folder)
  const database = await connect(embedded.connection, 4)
  const secret = randomBytes(32).toString('hex')
  const config = readConfig({ NODE_ENV: 'test', SECRET: secret, LOG_LEVEL: 'error' })
  let now = new Date('2026-03-02T10:00:02Z')
  const context: Context = {
    config,
    now: () => now,
    clockOffsetMs: () => now.getTime() - Date.now(),
    randomBytes,
    db: database.db,
    pool: database.pool,
    connection: embedded.connection,
    mailer: { send: async () => {}, close: () => {} },
    log: createLog(config)
  }
  try {
    await migrate(database.pool)
    await seed(context)
    const holdSeconds = await timed(() => holdActive(context))
    now = new Date('2026-03-02T12:00:02Z')
    const settleSeconds = await timed(async () => {
      const { settled } = await settleDue(context)
      if (settled !== campaigns) throw new Error(`${settled} windows were settled`)
    })
    const ledger = await verifyLedger(database.db)
    const statements = await verifySettlements(database.db)
    if (!ledger.ok) throw new Error(ledger.problem)
    if (!statements.ok) throw new Error(statements.problem)
    const transfers = Math.round((campaigns * (unitsOfEach + 2)) / settleSeconds)
    return [
      { name: 'Holding a window of 1,000 campaigns', value: holdSeconds, unit: 's' },
      { name: 'Settling 1,000 campaigns on 50 units each', value: settleSeconds, unit: 's' },
      { name: 'Transfers while settling', value: transfers, unit: '/s' }
    ]
  } finally {
    await database.close()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function seed({ db, pool, now }: Context): Promise<void> {
  await pool.query(`
    insert into users (email, created_at) values ('publisher@mille.test', '${start}'), ('advertiser@mille.test', '${start}');
    insert into ad_units (user_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions, settings, created_at)
    select 1, 'app', 'Unit', 'https://publisher.test/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', '${start}'
    from generate_series(1, ${units});
    insert into campaigns (user_id, state, currency, asset, created_at)
    select 2, 'active', 'btc', 'BTC', '${start}' from generate_series(1, ${campaigns});
    insert into campaign_terms (campaign_id, valid_from, asset, traffic_type, daily_budget, changed_at)
    select id, '${start}', 'BTC', 'cpd', 1200000, '${start}' from campaigns;
    insert into campaign_activity (campaign_id, started_at) select id, '${start}' from campaigns;
    insert into delivery_heartbeats (minute)
    select generate_series(timestamptz '${start}', timestamptz '${start}' + interval '119 minutes', interval '1 minute');
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    select timestamptz '${start}' + hour * interval '1 hour', (campaign * 37 + unit * 13) % ${units} + 1, campaign, 0, 'billable', 10 + unit
    from generate_series(0, 1) as hour, generate_series(1, ${campaigns}) as campaign, generate_series(1, ${unitsOfEach}) as unit`)
  const funded = await db.transaction().execute(tx =>
    transfer(
      tx,
      Array.from({ length: campaigns }, (_, index) => ({
        key: `fund ${index + 1}`,
        kind: 'test',
        amount: 100_000_000n,
        from: networkAccount('BTC', 'outside'),
        to: campaignAccount(index + 1, 'BTC'),
        at: now()
      }))
    )
  )
  if (!funded.ok) throw new Error(funded.code)
  await pool.query('analyze campaigns, campaign_activity, delivery_counters, ledger_accounts')
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return Math.round(performance.now() - started) / 1000
}
