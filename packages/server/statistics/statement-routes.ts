import { dayMs } from '@mille/api/durations.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import * as schema from '@mille/api/statistics/schema.ts'
import { titleOfCampaign } from '../campaigns/index.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { csvReply, failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { isOwner, type Subject } from './queries.ts'
import { type Range, readAdUnitStatements, readCampaignStatements } from './statements.ts'
import { type Statement, statementsCsv } from './statements-csv.ts'

const yearMs = 366 * dayMs
/**
 * Maximum number of windows in a file, more than a year of the shortest sensible ones. A file must be complete to be
 * useful.
 */
const maxInFile = 100_000

type Days = { from?: string | undefined; to?: string | undefined }
type Paged = Days & { 'page[offset]': number; 'page[limit]': number }

/** Routes for statements of what was charged and earned per window, as JSON documents and as CSV tables. */
export function statementRoutes(serve: Serve): void {
  const { statistics } = endpoints

  serve(statistics.readCampaignStatements, schema.statementsInput, async call => {
    const { context, input, user, request } = call
    const subject: Subject = { kind: 'campaign', id: Number(input.id) }
    if (!(await isOwner(context.db, subject, user.id))) return failure('not_found')
    const isFile = wantsCsv(request)
    const { range, page } = isFile ? everyRowOf(input, context) : pageOf(input)
    const { rows, records } = await readCampaignStatements(context.db, subject.id, range, page)
    const document = { data: rows, meta: { pagination: { records } } }
    return isFile
      ? csvReply(document, ...(await fileOf(context.db, subject, rows)))
      : reply(document)
  })

  serve(statistics.downloadCampaignStatements, schema.statementsFileInput, async call => {
    const { context, input, user } = call
    const subject: Subject = { kind: 'campaign', id: Number(input.id) }
    if (!(await isOwner(context.db, subject, user.id))) return failure('not_found')
    const { range, page } = everyRowOf(input, context)
    const { rows } = await readCampaignStatements(context.db, subject.id, range, page)
    return csvReply('', ...(await fileOf(context.db, subject, rows)))
  })

  serve(statistics.readAdUnitStatements, schema.statementsInput, async call => {
    const { context, input, user, request } = call
    const subject: Subject = { kind: 'ad_unit', id: Number(input.id) }
    if (!(await isOwner(context.db, subject, user.id))) return failure('not_found')
    const isFile = wantsCsv(request)
    const { range, page } = isFile ? everyRowOf(input, context) : pageOf(input)
    const { rows, records } = await readAdUnitStatements(context.db, subject.id, range, page)
    const document = { data: rows, meta: { pagination: { records } } }
    return isFile
      ? csvReply(document, ...(await fileOf(context.db, subject, rows)))
      : reply(document)
  })

  serve(statistics.downloadAdUnitStatements, schema.statementsFileInput, async call => {
    const { context, input, user } = call
    const subject: Subject = { kind: 'ad_unit', id: Number(input.id) }
    if (!(await isOwner(context.db, subject, user.id))) return failure('not_found')
    const { range, page } = everyRowOf(input, context)
    const { rows } = await readAdUnitStatements(context.db, subject.id, range, page)
    return csvReply('', ...(await fileOf(context.db, subject, rows)))
  })
}

/**
 * Whether the client asks for CSV first. Browsers accept anything (`* /*`) and get JSON, like every client that lists
 * JSON first.
 */
function wantsCsv(request: Request): boolean {
  return /^text\/csv\b/i.test(request.headers.get('accept')?.trim() ?? '')
}

function pageOf(input: Paged) {
  return {
    range: rangeOf(input),
    page: { offset: input['page[offset]'], limit: input['page[limit]'] }
  }
}

/** Returns the name of the CSV file and its content. */
async function fileOf(
  db: Database,
  { kind, id }: Subject,
  rows: readonly Statement[]
): Promise<[string, string]> {
  const name = `mille-${kind.replace('_', '-')}-${id}-statements.csv`
  const title = kind === 'campaign' ? await titleOfCampaign(db, id) : null
  return [name, statementsCsv(`${kind}_statements`, rows, title)]
}

function everyRowOf(input: Days, { now }: Pick<Context, 'now'>) {
  const range = rangeOf(input)
  const last = range.until?.getTime() ?? now().getTime()
  const from = range.from ?? new Date(last - yearMs)
  return { range: { ...range, from }, page: { offset: 0, limit: maxInFile } }
}

/** Converts whole UTC days, first and last included, to a time range. */
function rangeOf({ from, to }: Days): Range {
  return {
    from: from === undefined ? null : new Date(Date.parse(from)),
    until: to === undefined ? null : new Date(Date.parse(to) + dayMs)
  }
}
