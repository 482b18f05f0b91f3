import type pg from 'pg'
import type { Logger } from 'pino'
import { followPrimary, type Primary } from './follow-primary.ts'

/** How to reach the database. With `primary`, the host is the one that is the primary when a connection is made. */
export type DatabaseAddress = pg.ClientConfig & { primary?: Primary }

/** Reads DATABASE_URL. One that names several hosts is followed from one primary to the next. */
export function readAddress(url: string, log?: Logger): DatabaseAddress {
  const urls = splitHosts(url)
  const [first = url] = urls
  if (urls.length === 1) return { connectionString: first }
  return { connectionString: first, primary: followPrimary(urls, log) }
}

/** A URL for each host of `postgres://user@first,second:5433/database`, the form that libpq takes too. */
export function splitHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  const named = hosts.split(',').filter(host => host !== '')
  return named.length < 2 ? [url] : named.map(host => before + host + after)
}
