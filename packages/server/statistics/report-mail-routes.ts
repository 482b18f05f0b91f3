import { endpoints } from '@mille/api/endpoints.ts'
import * as schema from '@mille/api/report-links/schema.ts'
import { findUser } from '../accounts/index.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { inZone, readShown } from './report-link-routes.ts'
import {
  deleteReportMail,
  insertReportMail,
  listReportMails,
  maxReportMails,
  type ReportMailRow
} from './report-mails.ts'

const { reportLinks } = endpoints

export function reportMailRoutes(serve: Serve): void {
  serve(reportLinks.listReportMails, null, async ({ context, user }) =>
    reply({ data: (await listReportMails(context.db, user.id)).map(resourceOf) })
  )

  serve(
    reportLinks.createReportMail,
    schema.createReportMailInput,
    async ({ context, input, user, once }) => {
      const view = await inZone(once.tx, user.id, input.view)
      const kept = { ...input, view, userId: user.id, at: context.now() }
      const mail = await insertReportMail(once.tx, kept)
      if (mail) return reply({ data: resourceOf(mail) }, 201)
      return failure('report_mails_too_many', {
        detail: `An account can get up to ${maxReportMails} reports by email. End one that you no longer read.`
      })
    },
    async ({ context, input, user }) => {
      const receiver = await findUser(context.db, user.id)
      if (!receiver?.email)
        return failure('email_missing', {
          detail: 'Add an email address in your settings first.'
        })
      const shown = await readShown(context, user.id, input.view)
      return shown.ok ? { ok: true, value: null } : shown
    }
  )

  serve(reportLinks.deleteReportMail, schema.reportMailInput, async ({ context, input, user }) => {
    const isOwn = await deleteReportMail(context.db, user.id, Number(input.id))
    return isOwn ? reply(undefined, 204) : failure('not_found')
  })
}

function resourceOf({ id, due_at, ...attributes }: ReportMailRow) {
  return {
    type: 'report_mails' as const,
    id: String(id),
    attributes: { ...attributes, due_at: due_at.toISOString() }
  }
}
