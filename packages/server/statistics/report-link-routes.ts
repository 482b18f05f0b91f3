import { createHash } from 'node:crypto'
import { endpoints } from '@mille/api/endpoints.ts'
import type { SavedView, SharedReport } from '@mille/api/report-links/endpoints.ts'
import * as schema from '@mille/api/report-links/schema.ts'
import { findUser } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { type Failure, failure, reply } from '../http/answers/reply.ts'
import { tooMany } from '../http/answers/too-many.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { OpenCall, Serve } from '../http/serve.ts'
import { answerReport, downloadReport } from './report.ts'
import {
  deleteReportLink,
  insertReportLink,
  listReportLinks,
  maxReportLinks,
  openReportLink,
  type ReportLinkRow
} from './report-link-queries.ts'
import { type ReportInputs, reportInputs } from './saved-view.ts'

const { reportLinks } = endpoints

export function reportLinkRoutes(serve: Serve): void {
  serve(reportLinks.listReportLinks, null, async ({ context, user }) =>
    reply({ data: (await listReportLinks(context.db, user.id)).map(resourceOf) })
  )

  serve(
    reportLinks.createReportLink,
    schema.createReportLinkInput,
    async ({ context, input, user, once }) => {
      const token = context.randomBytes(32).toString('base64url')
      const view = await inZone(once.tx, user.id, input.view)
      const link = await insertReportLink(once.tx, {
        ...{ userId: user.id, name: input.name, view },
        ...{ tokenHash: hashOf(token), at: context.now() }
      })
      if (!link)
        return failure('report_links_too_many', {
          detail: `An account can have up to ${maxReportLinks} links. Revoke one that is no longer used.`
        })
      const url = `${context.config.publicUrl}/reports/shared/${token}`
      return reply({ data: resourceOf(link), meta: { url } }, 201)
    },
    // A view that cannot be shown is refused before a link to it is created.
    async ({ context, input, user }) => {
      const shown = await readShown(context, user.id, input.view)
      return shown.ok ? { ok: true, value: null } : shown
    }
  )

  serve(reportLinks.revokeReportLink, schema.reportLinkInput, async ({ context, input, user }) => {
    const isOwn = await deleteReportLink(context.db, user.id, Number(input.id))
    return isOwn ? reply(undefined, 204) : failure('not_found')
  })

  serve(reportLinks.readSharedReport, schema.sharedReportInput, async call => {
    const opened = await open(call)
    if (!opened.ok) return opened
    const { id, name, view, user_id } = opened.link
    const shown = await readShown(call.context, user_id, view)
    if (!shown.ok) return shown
    const attributes = { name, view, ...shown.value }
    return reply({ data: { type: 'shared_reports' as const, id: String(id), attributes } })
  })

  serve(reportLinks.downloadSharedReport, schema.sharedReportInput, async call => {
    const opened = await open(call)
    if (!opened.ok) return opened
    const { context } = call
    return downloadReport({
      context,
      user: { id: opened.link.user_id },
      input: opened.inputs.table
    })
  })
}

type Opened = {
  ok: true
  link: ReportLinkRow & { user_id: number }
  inputs: ReportInputs
}

/** Opens a shared report. Only the token in the request decides what is shown. */
async function open({
  context,
  limits,
  address,
  input
}: OpenCall<{ token: string }>): Promise<Opened | Failure> {
  const allowed = await limits.consume(limitNames.sharedReports, addressBlock(address))
  if (!allowed.ok) return tooMany(allowed.retryAfterSeconds)
  const link = await openReportLink(context.db, hashOf(input.token), context.now())
  if (!link) return failure('not_found')
  const inputs = reportInputs(link.view, context.now())
  return inputs.ok ? { ok: true, link, inputs: inputs.value } : invalidView(inputs.detail)
}

type Shown = Pick<SharedReport['data']['attributes'], 'line' | 'table' | 'records' | 'before'>

/** Returns the current figures of a saved view. */
export async function readShown(
  context: Context,
  userId: number,
  view: SavedView
): Promise<{ ok: true; value: Shown } | Failure> {
  const inputs = reportInputs(view, context.now())
  if (!inputs.ok) return invalidView(inputs.detail)
  const { line, table, before } = inputs.value
  const read = (input: ReportInputs['line']) =>
    answerReport({ context, user: { id: userId }, input })
  const [ofLine, ofTable, ofBefore] = await Promise.all([
    read(line),
    read(table),
    before && read(before)
  ])
  if (!ofLine.ok) return ofView(ofLine)
  if (!ofTable.ok) return ofView(ofTable)
  return {
    ok: true,
    value: {
      line: ofLine.value.data.attributes,
      table: ofTable.value.data.attributes,
      records: ofTable.value.meta.pagination.records,
      // The comparison report covers as many days as the line, so nothing can be wrong with it alone.
      before: ofBefore?.ok ? ofBefore.value.data.attributes : null
    }
  }
}

/** Returns the view as it is saved, with a fixed time zone that stays even when the account later chooses another. */
export async function inZone(
  db: Database | Tx,
  userId: number,
  view: SavedView
): Promise<SavedView> {
  if (view.time_zone !== undefined) return view
  return { ...view, time_zone: (await findUser(db, userId))?.time_zone ?? 'UTC' }
}

/** Reports an invalid choice within a saved view as an error of the whole view. */
function ofView(failed: Failure): Failure {
  if (failed.code === 'invalid') return invalidView(`${failed.pointer} ${failed.detail}`)
  return failed.pointer === undefined ? failed : { ...failed, pointer: 'view' }
}

function invalidView(detail: string): Failure {
  return failure('invalid', { pointer: 'view', detail: `has a wrong choice: ${detail}` })
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function resourceOf({ id, name, view, created_at, last_opened_at }: ReportLinkRow) {
  return {
    type: 'report_links' as const,
    id: String(id),
    attributes: {
      ...{ name, view },
      created_at: created_at.toISOString(),
      last_opened_at: last_opened_at?.toISOString() ?? null
    }
  }
}
