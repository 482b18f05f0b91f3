import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'

type Rules = {
  /** Whether a user agent is that of a crawler or another program. */
  isBot: (userAgent: string) => boolean
  /** Whether one address has sent few enough clicks in the last minute. */
  isWithinLimit: (address: string, atMs: number) => boolean
}

/**
 * Counts the visits of people who follow a partner's link, which is any address of a page with `?partner=` and the
 * number of an account. Only a sum for each partner and day is stored: no cookie, no address and nothing else about the
 * visitor. Rows exist only for existing accounts, and one address adds few of them, so strangers cannot fill the table.
 */
export function createPartnerClicks(
  { db, now, log }: Pick<Context, 'db' | 'now' | 'log'>,
  { isBot, isWithinLimit }: Rules
) {
  return {
    /** Counts a request for a page, if it is a click. The page is also answered when this fails. */
    async count(request: Request, address: string): Promise<void> {
      const partner = partnerOfClick(request)
      if (partner === null || isBot(request.headers.get('user-agent') ?? '')) return
      const at = now()
      if (!isWithinLimit(address, at.getTime())) return
      try {
        await sql`
          insert into affiliate_click_days (user_id, day, clicks)
          select id, (${at}::timestamptz at time zone 'UTC')::date, 1 from account_names
          where id = ${partner} and not is_deleted
          on conflict (user_id, day) do update set clicks = affiliate_click_days.clicks + 1`.execute(
          db
        )
      } catch (error) {
        log.warn({ err: error }, 'a click on a partner’s link was not counted')
      }
    }
  }
}

/**
 * Returns the number of the partner whose link a browser follows, or null. Requests that scripts make, frames, pages
 * that are loaded in advance, and links inside the dashboard are not clicks. Browsers that do not say what they load are
 * recognized by their wish for HTML.
 */
export function partnerOfClick({ method, url, headers }: Request): number | null {
  if (method !== 'GET') return null
  const partner = new URL(url).searchParams.get('partner') ?? ''
  if (!/^[1-9]\d{0,8}$/.test(partner)) return null
  const isDocument = (headers.get('sec-fetch-dest') ?? 'document') === 'document'
  const isInside = headers.get('sec-fetch-site') === 'same-origin'
  const isEarly = headers.has('sec-purpose') || headers.has('purpose')
  const isPage = isDocument && (headers.get('accept') ?? '').includes('text/html')
  return isPage && !isInside && !isEarly ? Number(partner) : null
}

/** Deletes the clicks on the links of an account that is deleted. */
export async function forgetPartnerClicks(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('affiliate_click_days').where('user_id', '=', userId).execute()
}
