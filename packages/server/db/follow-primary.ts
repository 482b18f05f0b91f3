import pg from 'pg'
import type { Logger } from 'pino'

/** How long a host may take to answer, and how often all of them are asked while there are connections. */
const patienceMs = 2000
const lookMs = 2000

export type Host = { host: string; port: number }
/** A connection that is ended when its host is no longer the primary. */
type Followed = { cut: () => void }
/** `timeline` counts the promotions in the history of its data; a standby has none. */
type Answer = Host & { timeline: number | null; problem: string }

export type Primary = {
  /** Rejects while none of the hosts is the primary. */
  find: () => Promise<Host>
  /** No connection could be made there: all hosts are asked again before the next one. */
  doubt: (host: Host) => void
  add: (connection: Followed, host: Host) => void
  remove: (connection: Followed) => void
}

/**
 * Finds the primary among the hosts of a database and its standbys, and ends the connections to another host once a
 * standby has been promoted: one that is cut off from the network would keep them waiting for a quarter of an hour.
 *
 * An old primary that comes back still accepts writes, which no other server will ever see. Each promotion begins a new
 * timeline, so the primary with the highest timeline is the right one, and after a newer one was seen an older one is
 * never used again.
 */
export function followPrimary(urls: readonly string[], log?: Logger): Primary {
  const connections = new Map<Followed, Host>()
  let current: Host | null = null
  let newest = 0
  let looking: Promise<Host> | null = null
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<Host> {
    const found = choosePrimary(await askAll(), newest)
    newest = found.timeline
    const { host, port } = found
    const before = current
    current = { host, port }
    const others = [...connections].filter(([, it]) => !isSame(it, found))
    for (const [connection] of others) connection.cut()
    if (before && !isSame(before, found))
      log?.warn({ host, ended: others.length }, 'another database is the primary now')
    return current
  }

  /** Once one of them has been promoted, those that are silent are not waited for. */
  function askAll(): Promise<Answer[]> {
    const asked = urls.map(ask)
    const all = Promise.all(asked)
    const isNewer = ({ timeline }: Answer) => newest > 0 && (timeline ?? 0) > newest
    const first = asked.map(async it => {
      const answer = await it
      return isNewer(answer) ? [answer] : all
    })
    return Promise.race(first)
  }

  function lookOnce(): Promise<Host> {
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }

  /** While no host is the primary, those who want to connect find out for themselves. */
  function watch(): void {
    timer ??= setInterval(() => void lookOnce().catch(() => {}), lookMs).unref()
  }

  return {
    find: () => (current ? Promise.resolve(current) : lookOnce()),
    doubt(host) {
      if (current && isSame(current, host)) current = null
    },
    add(connection, host) {
      connections.set(connection, host)
      watch()
    },
    remove(connection) {
      connections.delete(connection)
      if (connections.size > 0) return
      // Without the regular checks the primary is unknown.
      current = null
      clearInterval(timer)
      timer = undefined
    }
  }
}

export function choosePrimary(
  answers: readonly Answer[],
  newest: number
): Host & { timeline: number } {
  const primaries = answers
    .flatMap(({ host, port, timeline }) => (timeline === null ? [] : [{ host, port, timeline }]))
    .sort((a, b) => b.timeline - a.timeline)
  const [first, second] = primaries
  if (!first) {
    const problems = answers.map(it => `${nameOf(it)} ${it.problem || 'is a standby'}`)
    throw new Error(`None of the databases is a primary (${problems.join('; ')})`)
  }
  if (first.timeline === second?.timeline)
    throw new Error(
      `${nameOf(first)} and ${nameOf(second)} are both primaries and neither was promoted later: stop the wrong one`
    )
  if (first.timeline < newest)
    throw new Error(
      `${nameOf(first)} was the primary before the last promotion and is not used again`
    )
  return first
}

async function ask(url: string): Promise<Answer> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs
  })
  client.on('error', () => {})
  const { host, port } = client
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number | null }>(`
      select case when not pg_is_in_recovery()
        then ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`)
    return { host, port, timeline: rows[0]?.timeline ?? null, problem: '' }
  } catch (error) {
    return { host, port, timeline: null, problem: (error as Error).message }
  } finally {
    // Not waited for: a host that does not answer does not say goodbye either.
    void client.end()
  }
}

const nameOf = ({ host, port }: Host) => `${host}:${port}`
const isSame = (a: Host, b: Host) => a.host === b.host && a.port === b.port
