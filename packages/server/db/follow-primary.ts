import pg from 'pg'
import type { Logger } from 'pino'

/**
 * Timeout of a host's answer, and interval at which all hosts are asked while there are connections, in milliseconds.
 */
const patienceMs = 2000
const lookMs = 2000

export type Host = { host: string; port: number }
/** A connection that is ended when its host is no longer the primary. */
type Followed = { cut: () => void }
/** A host's answer. `timeline` counts the promotions in the history of its data; null for a standby. */
type Answer = Host & { timeline: number | null; problem: string }

export type Primary = {
  /** Finds the primary; rejects while no host is the primary. */
  find: () => Promise<Host>
  /** Reports that a connection to the host failed, so all hosts are asked before the next connection. */
  doubt: (host: Host) => void
  add: (connection: Followed, host: Host) => void
  remove: (connection: Followed) => void
}

/**
 * Finds the primary among the hosts of a database and its standbys, and closes connections to another host once a
 * standby has been promoted. Without this, connections to a host that is cut off would hang for a quarter of an hour.
 *
 * An old primary that comes back still accepts writes, which no other server will ever see. Each promotion begins a new
 * timeline, so the primary with the highest timeline is the right one, and once a newer one was seen an older one is
 * never used.
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

  /** Once a newly promoted host has answered, hosts that do not answer are not awaited. */
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

  /**
   * Checks the hosts regularly. Errors are ignored: while no host is the primary, each new connection finds out for
   * itself.
   */
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
    // The end of the connection is not awaited: a host that does not answer does not confirm it either.
    void client.end()
  }
}

const nameOf = ({ host, port }: Host) => `${host}:${port}`
const isSame = (a: Host, b: Host) => a.host === b.host && a.port === b.port
