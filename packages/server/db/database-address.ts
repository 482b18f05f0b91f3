import type pg from 'pg'
import type { Logger } from 'pino'
import { followPrimary, type Primary } from './follow-primary.ts'

/** How to reach the database. With `primary`, each connection goes to the host that is the primary at that time. */
export type DatabaseAddress = pg.ClientConfig & { primary?: Primary }

/** Parses DATABASE_URL. If it names several hosts, connections follow the primary among them. */
export function readAddress(url: string, log?: Logger): DatabaseAddress {
  const urls = splitHosts(url)
  const [first = url] = urls
  if (urls.length === 1) return { connectionString: first }
  return { connectionString: first, primary: followPrimary(urls, log) }
}

/**
 * Splits a URL with several hosts, such as `postgres://user@first,second:5433/database`, into one URL per host. libpq
 * accepts this form too.
 */
export function splitHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  const named = hosts.split(',').filter(host => host !== '')
  return named.length < 2 ? [url] : named.map(host => before + host + after)
}
