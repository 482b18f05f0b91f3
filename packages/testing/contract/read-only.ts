import type { ReadOnly } from '@mille/server/http/callers/read-only.ts'
import type { Served } from '@mille/server/http/serve.ts'
import { sql } from 'kysely'
import type { Browser } from '../test-app.ts'
import { makeCall, sampleRequest } from './request.ts'
import type { ContractWorld } from './world.ts'

/** Makes a call of the route table with a valid body. */
export async function outcomeOf(world: ContractWorld, browser: Browser, one: Served) {
  const { endpoint } = one
  const { query, body } = sampleRequest(one)
  const path = world.pathOf(endpoint) + query
  const response = await makeCall(world.app, { browser }, endpoint, path, body)
  const text = await response.text()
  const code: string = response.status < 400 ? '' : JSON.parse(text).errors[0].code
  return { status: response.status, code, text }
}

/** Returns a number for each table that changes with any change of its rows. */
export async function fingerprints({ app }: ContractWorld): Promise<Map<string, string>> {
  const { db } = app.context
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_limits'
    order by tablename limit 1000`.execute(db)
  const found = new Map<string, string>()
  for (const { name } of rows) {
    const sum = await sql<{ sum: string }>`
      select count(*) || ' ' || coalesce(sum(hashtextextended(one::text, 0)), 0) as sum
      from ${sql.table(name)} as one limit 1`.execute(db)
    found.set(name, sum.rows[0]?.sum ?? '')
  }
  return found
}

/** Returns a document that lists what a kind of read-only session may call, after its title and introduction. */
export function readOnlyDocument(intro: readonly string[], kind: ReadOnly): string {
  const list = (calls: Iterable<string>) => [...calls].toSorted().map(it => `- \`${it}\``)
  const hidden = Object.entries(kind.hiddenReads)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([call, reason]) => `| \`${call}\` | ${reason} |`)
  const lines = [
    ...intro,
    '',
    '## Reads that are shown',
    '',
    ...list(kind.shownReads),
    '',
    '## Writes that are open',
    '',
    `They open or end a session, or change nothing. Every other write answers \`${kind.refused}\`.`,
    '',
    ...list(kind.openWrites),
    '',
    '## Reads that are hidden',
    '',
    `They answer \`${kind.hidden}\`.`,
    '',
    '| call | because it |',
    '|---|---|',
    ...hidden,
    ''
  ]
  return lines.join('\n')
}
