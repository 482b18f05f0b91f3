import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { isInside, isThisMachine, readForwarded } from '../../http/callers/client-address.ts'
import type { Sender } from './seen.ts'

const rememberedMs = 10 * 60_000
/** One in so many is more than the operator's own visits. */
const share = 10n

type From = Pick<Sender, 'address' | 'forwardedFor'>

export type InsideRequests = ReturnType<typeof createInsideRequests>

/**
 * Requests for ads whose visitor has an internal address, which in production is that of a reverse proxy that was not
 * declared. They are counted here, and written down once a minute for the health page, which another process may show.
 */
export function createInsideRequests({ config, db, now }: Pick<Context, 'config' | 'db' | 'now'>) {
  let asked = 0
  let inside = 0
  let lastForwardedFor: string | null = null

  const isUnpaid = (address: string) => !config.insideVisitors && isInside(address)

  return {
    isUnpaid,

    /**
     * A browser on the machine itself, without any proxy, is a person who tries the network out. A proxy there that
     * appends nothing looks the same, so its visitors are not paid for either.
     */
    isRefused({ address, forwardedFor }: From): boolean {
      const isHere = config.trustedProxies === 0 && forwardedFor === null && isThisMachine(address)
      return isUnpaid(address) && !isHere
    },

    /** Counts a request for an ad, and says whether a machine of the operator's sent it. */
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
      // What cannot be written is of a minute without the database.
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
  /** Requests for ads in the last ten minutes, and those from inside. */
  asked: bigint
  inside: bigint
  /** Of the last of them, how many entries X-Forwarded-For had. */
  entries: number
  /** The TRUSTED_PROXIES with which its visitor has an address outside; null where no entry has one. */
  fitting: number | null
}

/** Of the processes with the same TRUSTED_PROXIES that have most of them; null when no request came from inside. */
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

/** Whether so many come from inside that they are those of a proxy. */
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
