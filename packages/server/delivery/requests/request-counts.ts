import type { EmptyReason } from '@mille/api/delivery/protocol.ts'
import { dayMs, hourMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import type { Check } from '../../ledger/index.ts'

export type RequestOutcome = 'filled' | EmptyReason

/** `hour` is a number of hours since 1970. */
type Sum = { hour: number; unit: number; outcome: RequestOutcome; count: number }
type Batch = { sequence: number; sums: Sum[] }

export type RequestCounts = {
  /** Counts a request for an existing ad unit. Returns without waiting for anything. */
  add: (unit: number, outcome: RequestOutcome, atMs: number) => void
  start: () => void
  /** Resolves when everything that was added before the call is in the database. */
  flush: () => Promise<void>
  /** Stops the timer and writes the remaining counts if possible. */
  stop: () => Promise<void>
}

type Options = { everyMs?: number; patienceMs?: number; mostSums?: number; mostInBatch?: number }

/**
 * How long the numbers of written batches are kept, in milliseconds: a process may lack the database for this long
 * without its last batch being added twice.
 */
const flushesKeptMs = 7 * dayMs

const statement = `
  with flush as (
    insert into ad_unit_request_flushes (node, sequence, at) values ($1, $2, $3)
    on conflict (node) do update set sequence = excluded.sequence, at = excluded.at
      where ad_unit_request_flushes.sequence < excluded.sequence
    returning sequence
  ), sum as materialized (
    select to_timestamp(sum.hour * 3600.0) as hour, sum.unit, sum.outcome, sum.count
    from flush, unnest($4::integer[], $5::integer[], $6::text[], $7::bigint[]) as sum (hour, unit, outcome, count)
  ), added as (
    insert into ad_unit_request_sums (is_day, at, ad_unit_id, requests, filled)
    select is_day, case when is_day then date_trunc('day', hour, 'UTC') else hour end, unit, sum(count),
      coalesce(sum(count) filter (where outcome = 'filled'), 0)
    from sum, (values (false), (true)) as span (is_day)
    group by 1, 2, 3 order by 2, 3, 1
    on conflict (ad_unit_id, is_day, at) do update set
      requests = ad_unit_request_sums.requests + excluded.requests, filled = ad_unit_request_sums.filled + excluded.filled
  ), added_to_accounts as (
    insert into account_request_sums (is_day, at, side, user_id, requests, filled)
    select is_day, case when is_day then date_trunc('day', hour, 'UTC') else hour end, side, owner, sum(count),
      coalesce(sum(count) filter (where outcome = 'filled'), 0)
    from sum left join unit_owners on unit_id = unit, (values (false), (true)) as span (is_day),
      lateral (values ('publisher', user_id), ('network', 0)) as account (side, owner)
    where owner is not null
    group by 1, 2, 3, 4 order by 3, 4, 2, 1
    on conflict (side, user_id, is_day, at) do update set
      requests = account_request_sums.requests + excluded.requests, filled = account_request_sums.filled + excluded.filled
  )
  insert into ad_unit_request_hours (hour, ad_unit_id, outcome, count)
  select hour, unit, outcome, count from sum order by hour, unit, outcome
  on conflict (hour, ad_unit_id, outcome) do update set count = ad_unit_request_hours.count + excluded.count`

/** A limited number of sums, and the batches in which they are sent to the database. */
class RequestSums {
  #ofUnits = new Map<number, Sum[]>()
  #waiting: Batch[] = []
  #sequence = 0
  readonly #most: number
  /** Number of sums, including those in batches. */
  size = 0
  /** Number of requests that were not counted because the maximum number of sums was reached. */
  omitted = 0

  constructor(most: number) {
    this.#most = most
  }

  add(unit: number, outcome: RequestOutcome, atMs: number): void {
    const hour = Math.floor(atMs / hourMs)
    const sums = this.#ofUnits.get(unit)
    const sum = sums && findSum(sums, hour, outcome)
    if (sum) sum.count++
    else if (this.size >= this.#most) this.omitted++
    else {
      this.size++
      const added = { hour, unit, outcome, count: 1 }
      if (sums) sums.push(added)
      else this.#ofUnits.set(unit, [added])
    }
  }

  /** Puts the sums added since the last call into batches, behind the batches that are already waiting. */
  close(mostInBatch: number): void {
    const sums = [...this.#ofUnits.values()].flat()
    this.#ofUnits = new Map()
    for (let at = 0; at < sums.length; at += mostInBatch)
      this.#waiting.push({
        sequence: ++this.#sequence,
        sums: sums.slice(at, at + mostInBatch)
      })
  }

  /** The batch to send next. It stays the same until it is written. */
  get next(): Batch | undefined {
    return this.#waiting[0]
  }

  endNext(): void {
    this.size -= this.#waiting.shift()?.sums.length ?? 0
  }
}

/**
 * Counts in memory the ad requests for each ad unit and their outcomes, and adds the sums to the database every few
 * seconds. Each batch of sums has a number, by which the database recognizes a batch that is sent again because the
 * reply was lost. A process that is killed loses the counts that it has not sent.
 */
export function createRequestCounts(
  { pool, now, log, randomBytes }: Pick<Context, 'pool' | 'now' | 'log' | 'randomBytes'>,
  { everyMs = 5000, patienceMs = 10_000, mostSums = 500_000, mostInBatch = 20_000 }: Options = {}
): RequestCounts {
  const node = randomBytes(6).readUIntBE(0, 6)
  const sums = new RequestSums(mostSums)
  let isFailing = false
  let isWriting = false
  let writing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function sendBatches(): Promise<void> {
    for (let batch = sums.next; batch; batch = sums.next) {
      const query = { text: statement, values: valuesOf(node, batch, now()) }
      // `query_timeout` is an option of the driver that its types omit. Without it, a query on a connection that died
      // silently would wait forever.
      await pool.query(Object.assign(query, { query_timeout: patienceMs }))
      sums.endNext()
    }
  }

  async function write(): Promise<void> {
    isWriting = true
    try {
      await sendBatches()
      sums.close(mostInBatch)
      await sendBatches()
      if (isFailing) log.info('requests for ads are counted in the database again')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'the counts of requests for ads wait in memory')
      isFailing = true
      throw error
    } finally {
      const { omitted } = sums
      if (omitted > 0) log.warn({ omitted, mostSums }, 'requests for ads were not counted')
      sums.omitted = 0
      isWriting = false
    }
  }

  function flush(): Promise<void> {
    const written = writing.then(write)
    writing = written.catch(() => {})
    return written
  }

  return {
    add: (unit, outcome, atMs) => sums.add(unit, outcome, atMs),
    flush,

    start() {
      timer = setInterval(() => {
        // A failed write is logged, and the sums are kept for the next attempt.
        if (!isWriting && sums.size > 0) flush().catch(() => {})
      }, everyMs)
      timer.unref()
    },

    async stop() {
      clearInterval(timer)
      if (sums.size === 0) return
      const lost = () => log.warn({ sums: sums.size }, 'the last requests for ads were not counted')
      await flush().catch(lost)
    }
  }
}

/**
 * Searches from the end, where the latest sums are. A plain loop is used because calling a function for each request
 * would take as long as all the rest.
 */
function findSum(sums: readonly Sum[], hour: number, outcome: RequestOutcome): Sum | undefined {
  for (let at = sums.length - 1; at >= 0; at--) {
    const sum = sums[at]
    if (sum?.outcome === outcome && sum.hour === hour) return sum
  }
  return undefined
}

function valuesOf(node: number, { sequence, sums }: Batch, at: Date): unknown[] {
  return [
    node,
    sequence,
    at,
    sums.map(it => it.hour),
    sums.map(it => it.unit),
    sums.map(it => it.outcome),
    sums.map(it => it.count)
  ]
}

/**
 * For the reports of other domains: `requests` and `filled` by hour or, where `is_day`, by UTC day that begins at `at`;
 * by `ad_unit_id`, or for all ad units of an account by `side` and `user_id`.
 */
export const requestSums = { unit: sql`ad_unit_request_sums`, account: sql`account_request_sums` }

/**
 * Compares the sums of each ad unit and day with its requests by hour, and the sums of accounts with those of their ad
 * units.
 */
export const requestSumChecks: Check[] = [
  sql`
    with counted as (
      select date_trunc('day', hour, 'UTC') as day, ad_unit_id, sum(count) as requests,
        coalesce(sum(count) filter (where outcome = 'filled'), 0) as filled
      from ad_unit_request_hours group by 1, 2
    ), summed as (
      select is_day, date_trunc('day', at, 'UTC') as day, ad_unit_id, sum(requests) as requests, sum(filled) as filled
      from ad_unit_request_sums group by 1, 2, 3
    )
    select format('the sums of requests of unit %s on %s are not those of its hours', ad_unit_id, (day at time zone 'UTC')::date) as problem
    from (select * from counted, (values (false), (true)) as span (is_day)) as counted
    full join summed using (is_day, day, ad_unit_id)
    where (counted.requests, counted.filled) is distinct from (summed.requests, summed.filled)
    order by day, ad_unit_id`,
  sql`
    with counted as (
      select is_day, at, side, owner as user_id, sum(requests) as requests, sum(filled) as filled
      from ad_unit_request_sums left join unit_owners on unit_id = ad_unit_id,
        lateral (values ('publisher', user_id), ('network', 0)) as account (side, owner)
      where owner is not null group by 1, 2, 3, 4
    )
    select format('the sums of requests of %s at %s are not those of its ad units', concat_ws(' ', side, nullif(user_id, 0)), at) as problem
    from counted full join account_request_sums summed using (is_day, at, side, user_id)
    where (counted.requests, counted.filled) is distinct from (summed.requests, summed.filled)
    order by at, side, user_id`
]

export type CountedRequests = { at: Date; outcome: string; count: bigint }
type Span = { from: Date; until: Date; interval: 'hour' | 'day' }

/**
 * Returns an ad unit's requests by hour or UTC day, and the first hour in which requests were counted for any ad unit.
 */
export async function readRequestCounts(
  db: Database,
  unitId: number,
  { from, until, interval }: Span
): Promise<{ since: Date | null; counts: CountedRequests[] }> {
  const length = `1 ${interval}`
  const { rows: counts } = await sql<CountedRequests>`
    select date_bin(${length}::interval, hour, timestamptz '2000-01-01 00:00Z') as at, outcome, sum(count) as count
    from ad_unit_request_hours
    where ad_unit_id = ${unitId} and hour >= ${from} and hour < ${until}
    group by 1, 2`.execute(db)
  const { rows } = await sql<{ since: Date | null }>`
    select min(hour) as since from ad_unit_request_hours`.execute(db)
  return { since: rows[0]?.since ?? null, counts }
}

/** Deletes the batch numbers of processes that ended long ago. */
export async function forgetRequestFlushes(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('ad_unit_request_flushes')
    .where('at', '<', new Date(now.getTime() - flushesKeptMs))
    .execute()
}

type NetworkRequests = { today: RequestSum; month: RequestSum; before: RequestSum }
type RequestSum = { requests: bigint; filled: bigint }

/**
 * Returns the ad requests of the whole network today, in the last 30 days including today, and in the 30 days before
 * those, in UTC.
 */
export async function readNetworkRequests(
  db: Database | Tx,
  today: string
): Promise<NetworkRequests> {
  const begin = sql`${today}::timestamp at time zone 'UTC'`
  const { rows } = await sql<RequestSum & { part: keyof NetworkRequests }>`
    select part, coalesce(sum(requests), 0) as requests, coalesce(sum(filled), 0) as filled
    from (values ('today', 0, 1), ('month', 29, 1), ('before', 59, -29)) as parts (part, since, until)
    left join account_request_sums on side = 'network' and user_id = 0 and is_day
      and at >= ${begin} - since * interval '1 day' and at < ${begin} + until * interval '1 day'
    group by part limit 10`.execute(db)
  const sumOf = (part: keyof NetworkRequests) => {
    const { requests = 0n, filled = 0n } = rows.find(row => row.part === part) ?? {}
    return { requests, filled }
  }
  return { today: sumOf('today'), month: sumOf('month'), before: sumOf('before') }
}
