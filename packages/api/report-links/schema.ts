import { z } from 'zod'
import { languages } from '../reference-data/languages.ts'
import { reportDevices, reportGroups, reportSorts, reportSystems } from '../reports/constants.ts'
import { reportRanges } from '../reports/ranges.ts'
import { countryKey, report } from '../reports/schema.ts'
import {
  document,
  documentWithMeta,
  idInput,
  moment,
  plainText,
  resource,
  timeZone
} from '../schema.ts'

const some = <Item extends z.ZodType>(item: Item) => z.array(item).max(100).optional()

/** All settings of a report page. */
export const savedView = z
  .object({
    side: z.enum(['advertiser', 'publisher']),
    range: z.enum(reportRanges),
    /** First and last day for the range `custom` only; the other ranges move with the current day. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    /**
     * The view's time zone; by default, the account's when the view is saved. Views saved without a time zone are in
     * UTC.
     */
    time_zone: timeZone.optional(),
    /** Whether to also show the preceding period with the same number of days. */
    compare: z.boolean().default(false),
    interval: z.enum(reportGroups).extract(['hour', 'day', 'month']),
    metric: z.enum(reportSorts).exclude(['key', 'name', 'rendered', 'rejected', 'filled']),
    /** What each row of the table represents. */
    group_by: z.enum(reportGroups).exclude(['hour', 'month']),
    campaign_ids: some(idInput),
    site_ids: some(z.union([z.literal('0'), idInput])),
    ad_unit_ids: some(idInput),
    banner_ids: some(z.union([z.literal('0'), idInput])),
    creative_ids: some(idInput),
    languages: some(z.union([z.enum(languages), z.literal('unknown')])),
    countries: some(countryKey),
    devices: some(z.enum(reportDevices)),
    systems: some(z.enum(reportSystems)),
    search: z.string().max(100).default(''),
    sort: z.enum(reportSorts),
    order: z.enum(['asc', 'desc'])
  })
  .refine(it => it.range !== 'custom' || (it.from && it.to), {
    error: 'must not be missing for the range custom',
    path: ['from']
  })

export const createReportLinkInput = z.object({ name: plainText(60), view: savedView })
export const reportLinkInput = z.object({ id: idInput })

export const reportLink = resource(
  'report_links',
  z.object({
    name: z.string(),
    view: savedView,
    created_at: moment,
    /** When the link was last opened, with a precision of one minute. */
    last_opened_at: moment.nullable()
  })
)
export const reportLinkList = document(z.array(reportLink))
/** The address of the link is returned only in this answer, in `meta.url`. */
export const newReportLink = documentWithMeta(reportLink, z.object({ url: z.string() }))

const mailIntervals = ['week', 'month'] as const

export const createReportMailInput = z.object({
  name: plainText(60),
  view: savedView,
  /** Sent on Mondays or on the first day of each month, at 08:00 in the view's time zone. */
  every: z.enum(mailIntervals)
})
export const reportMailInput = z.object({ id: idInput })

export const reportMail = resource(
  'report_mails',
  z.object({ name: z.string(), view: savedView, every: z.enum(mailIntervals), due_at: moment })
)
export const reportMailDocument = document(reportMail)
export const reportMailList = document(z.array(reportMail))

export const sharedReportInput = z.object({ token: z.string().max(100) })

const figures = report.shape.data.shape.attributes

export const sharedReport = document(
  resource(
    'shared_reports',
    z.object({
      name: z.string(),
      view: savedView,
      /** The report by the chosen interval, for the line chart. */
      line: figures,
      /** The first hundred rows of the report; the file contains all of them. */
      table: figures,
      /** Total number of rows in the table. */
      records: z.number().int(),
      /** Figures of the preceding days; null if they are not compared. */
      before: figures.nullable()
    })
  )
)
