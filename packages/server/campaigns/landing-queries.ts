import type { LandingCheck, SwapReason } from '@mille/api/admin/endpoints.ts'
import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { jsonText } from '../db/json-text.ts'
import type { CreativeState } from './creative-queries.ts'
import type { StoredPage } from './landing-rules.ts'

export type DueLanding = {
  creative_id: number
  campaign_id: number
  creative_link: string
  language: string
} & Record<'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_content' | 'utm_term', string | null>

/** The host name of a link. Its macros come after it. */
const hostOf = sql<string>`lower(substring(creative_link from '^\\w+:[/\\\\]*(?:[^/\\\\?#@]*@)?([^/\\\\?#:]+)'))`

/** Plans the first look at a new creative's page. */
export async function planLanding(tx: Tx, creativeId: number, at: Date): Promise<void> {
  await tx.insertInto('landing_pages').values({ creative_id: creativeId, check_at: at }).execute()
}

/** Forgets pages that are due but that no ad leads to any longer, or puts them off for a day if one may again. */
export async function skipUnreachable(db: Database, now: Date): Promise<void> {
  await sql`
    delete from landing_pages using creatives
    where creatives.id = creative_id and check_at <= ${now} and state in ('superseded', 'rejected')`.execute(
    db
  )
  await sql`
    update landing_pages set check_at = ${new Date(now.getTime() + dayMs)}
    from creatives join campaigns on campaigns.id = campaign_id
    where creatives.id = creative_id and check_at <= ${now}
      and campaigns.state <> case creatives.state when 'live' then 'active' else campaigns.state end`.execute(
    db
  )
}

/** Takes pages that are due, longest first and one of each host, and keeps them from others until the lease ends. */
export async function claimLandings(
  db: Database,
  { now, lease, limit, without }: { now: Date; lease: Date; limit: number; without: string[] }
): Promise<(DueLanding & { host: string })[]> {
  const { rows } = await sql<DueLanding & { host: string }>`
    with due as (
      select distinct on (${hostOf}) creative_id, check_at
      from landing_pages join creatives on creatives.id = creative_id
      where check_at <= ${now} and not ${hostOf} = any(${without}::text[])
      order by ${hostOf}, check_at, creative_id
    ), free as (
      select creative_id from landing_pages
      where creative_id in (select creative_id from due) and check_at <= ${now}
      order by check_at limit ${limit} for no key update skip locked
    )
    update landing_pages set check_at = ${lease}
    from free, creatives join campaigns on campaigns.id = campaign_id
    where landing_pages.creative_id = free.creative_id and creatives.id = free.creative_id
    returning landing_pages.creative_id, campaign_id, creative_link, language,
      utm_source, utm_medium, utm_campaign, utm_content, utm_term, ${hostOf} as host`.execute(db)
  return rows
}

type LandingRow = {
  state: CreativeState
  check_at: Date
  approved: StoredPage | null
  /** The page as it was last read. */
  found: StoredPage | null
}

/** Returns what is known about a creative's page. The campaign must be locked. */
export async function findLanding(tx: Tx, creativeId: number): Promise<LandingRow | undefined> {
  const { rows } = await sql<LandingRow>`
    select state, check_at, approved, found
    from landing_pages join creatives on creatives.id = creative_id
    where creative_id = ${creativeId} limit 1`.execute(tx)
  return rows[0]
}

/** Stores a page that was read, as the approved one too if none is known for a live creative. */
export async function recordFound(
  tx: Tx,
  creativeId: number,
  page: StoredPage,
  next: { isApproved: boolean; check_at: Date }
): Promise<void> {
  const found = jsonText(page)
  await tx
    .updateTable('landing_pages')
    .set({
      found,
      ...(next.isApproved && { approved: found }),
      ...{ problem: null, failing_since: null, failures: 0 },
      check_at: next.check_at
    })
    .where('creative_id', '=', creativeId)
    .execute()
}

export async function recordUnread(
  tx: Tx,
  creativeId: number,
  problem: string,
  { at, check_at }: { at: Date; check_at: Date }
): Promise<void> {
  await tx
    .updateTable('landing_pages')
    .set(it => ({
      problem: jsonSafe(problem),
      failures: it('failures', '+', 1),
      failing_since: it.fn.coalesce('failing_since', it.val(at)),
      check_at
    }))
    .where('creative_id', '=', creativeId)
    .execute()
}

const jsonSafe = (text: string) => text.replaceAll('\0', '').slice(0, 500)

/** Makes the page that was last read the approved one. It is read again at once, in case it was exchanged since. */
export async function approveLanding(tx: Tx, creativeId: number, at: Date): Promise<void> {
  await tx
    .updateTable('landing_pages')
    .set(it => ({ approved: it.ref('found'), check_at: at }))
    .where('creative_id', '=', creativeId)
    .execute()
}

export type Swap = { reasons: SwapReason[]; approved: StoredPage; found: StoredPage }

export async function insertSwap(
  tx: Tx,
  creativeId: number,
  { reasons, approved, found }: Swap,
  at: Date
): Promise<void> {
  await tx
    .insertInto('landing_swaps')
    .values({
      creative_id: creativeId,
      reasons,
      approved: jsonText(approved),
      found: jsonText(found),
      at
    })
    .execute()
}

/**
 * Returns what is known about the pages of pending creatives, by creative ID: with the swap that stopped the variant,
 * until a creative of it is approved.
 */
export async function readLandingChecks(
  db: Database,
  creativeIds: readonly number[]
): Promise<Record<string, LandingCheck>> {
  if (creativeIds.length === 0) return {}
  const { rows } = await sql<{ id: number; check: LandingCheck }>`
    select pending.id, json_build_object(
      'found', coalesce(landing_pages.found, swap.found) - 'sketch',
      'problem', problem,
      'failing_since', failing_since,
      'swap', case when swap.at is null then null else
        json_build_object('at', swap.at, 'reasons', swap.reasons, 'approved', swap.approved - 'sketch') end
    ) as check
    from creatives pending
    left join landing_pages on landing_pages.creative_id = pending.id
    left join lateral (
      select landing_swaps.at, reasons, landing_swaps.approved, landing_swaps.found
      from landing_swaps join creatives stopped on stopped.id = landing_swaps.creative_id
      where stopped.variant_id = pending.variant_id and not exists (
        select from creatives since
        where since.variant_id = pending.variant_id and since.decided_at > landing_swaps.at
          and since.rejected_reason is null)
      order by landing_swaps.at desc limit 1
    ) swap on true
    where pending.id = any(${creativeIds}::integer[]) limit ${creativeIds.length}`.execute(db)
  return Object.fromEntries(rows.map(({ id, check }) => [String(id), withMoments(check)]))
}

/** PostgreSQL writes moments in JSON in a form of its own. */
function withMoments({ failing_since, swap, ...check }: LandingCheck): LandingCheck {
  const moment = (text: string) => new Date(text).toISOString()
  return {
    ...check,
    failing_since: failing_since && moment(failing_since),
    swap: swap && { ...swap, at: moment(swap.at) }
  }
}

/** Returns the running campaigns with a variant whose landing page has not answered since a moment, longest first. */
export async function listSilentLandings(
  db: Database,
  since: Date
): Promise<{ campaign_id: number; problem: string }[]> {
  const { rows } = await sql<{ campaign_id: number; problem: string }>`
    select campaign_id, problem from (
      select distinct on (campaign_id) campaign_id, problem, failing_since from landing_pages
      join creatives on creatives.id = creative_id join campaigns on campaigns.id = campaign_id
      where failing_since <= ${since} and creatives.state = 'live' and campaigns.state = 'active'
      order by campaign_id, failing_since, creative_id
    ) as silent order by failing_since, campaign_id limit 1000`.execute(db)
  return rows
}
