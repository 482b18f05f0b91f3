import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { isInside, isThisMachine, readForwarded } from '../../http/callers/client-address.ts'
import type { Sender } from './seen.ts'

const rememberedMs = 10 * 60_000
/**
 * If one in this many requests comes from an internal address, there are more of them than the operator's own visits.
 */
const share = 10n

type From = Pick<Sender, 'address' | 'forwardedFor'>

export type InsideRequests = ReturnType<typeof createInsideRequests>

/**
 * Counts ad requests whose visitor has an internal address, which in production is that of an undeclared reverse proxy.
 * The counts are saved once a minute for the health page, which another process may serve.
 */
export function createInsideRequests({ config, db, now }: Pick<Context, 'config' | 'db' | 'now'>) {
  let asked = 0
  let inside = 0
  let lastForwardedFor: string | null = null

  const isUnpaid = (address: string) => !config.insideVisitors && isInside(address)

  return {
    isUnpaid,

    /**
     * Whether an ad request is refused because its visitor has an internal address. A browser on the server's own
     * machine without a proxy is not refused: it is a person who tries out the network. A proxy on the machine that
     * appends no header looks the same, so its visitors are not paid for either.
     */
    isRefused({ address, forwardedFor }: From): boolean {
      const isHere = config.trustedProxies === 0 && forwardedFor === null && isThisMachine(address)
      return isUnpaid(address) && !isHere
    },

    /** Counts an ad request, and returns whether it came from an internal address and is not paid for. */
    take({ address, forwardedFor }: From): boolean {
      asked++
      if (!isUnpaid(address)) return false
      inside++
      lastForwardedFor = forwardedFor
      return true
    },

    async write(): Promise<void> {
      if (asked === 0) return
      const written = { asked, inside }
      const entries = readForwarded(lastForwardedFor ?? undefined)
      const visitorAt = entries.findLastIndex(it => !isInside(it))
      const fitting = visitorAt < 0 ? null : entries.length - visitorAt
      // The counts are reset before the query: if it fails, a minute without the database is lost.
      asked = 0
      inside = 0
      lastForwardedFor = null
      await sql`
        insert into inside_requests (minute, trusted_proxies, asked, inside, entries, fitting)
        values (date_trunc('minute', ${now()}::timestamptz), ${config.trustedProxies}, ${written.asked}, ${written.inside},
          ${written.inside > 0 ? entries.length : null}, ${fitting})
        on conflict (minute, trusted_proxies) do update
        set asked = inside_requests.asked + excluded.asked, inside = inside_requests.inside + excluded.inside,
          entries = coalesce(excluded.entries, inside_requests.entries),
          fitting = case when excluded.inside > 0 then excluded.fitting else inside_requests.fitting end`.execute(
        db
      )
    }
  }
}

export type InsideShare = {
  trustedProxies: number
  /** Ad requests in the last ten minutes, and those among them from internal addresses. */
  asked: bigint
  inside: bigint
  /** Number of entries in `X-Forwarded-For` of the latest request from an internal address. */
  entries: number
  /**
   * Value of `TRUSTED_PROXIES` with which the visitor of that latest request has a public address; null when no entry
   * is public.
   */
  fitting: number | null
}

/**
 * Reads the requests from internal addresses, for the value of `TRUSTED_PROXIES` with the largest share of them; null
 * when there were none.
 */
export async function readInsideRequests(
  db: Database | Tx,
  now: Date
): Promise<InsideShare | null> {
  const { rows } = await sql<InsideShare>`
    select trusted_proxies as "trustedProxies", sum(asked)::bigint as asked, sum(inside)::bigint as inside,
      (array_agg(entries order by minute desc) filter (where inside > 0))[1] as entries,
      (array_agg(fitting order by minute desc) filter (where inside > 0))[1] as fitting
    from inside_requests where minute > ${new Date(now.getTime() - rememberedMs)}
    group by trusted_proxies having sum(inside) > 0
    order by sum(inside) / sum(asked) desc limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * Whether the share of requests from internal addresses is so large that they must come through an undeclared proxy.
 */
export function isUndeclaredProxy({
  asked,
  inside
}: Pick<InsideShare, 'asked' | 'inside'>): boolean {
  return inside * share >= asked
}

export async function forgetInsideRequests(db: Database | Tx, now: Date): Promise<void> {
  await sql`delete from inside_requests where minute <= ${new Date(now.getTime() - rememberedMs)}`.execute(
    db
  )
}
