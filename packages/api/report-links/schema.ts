import { z } from 'zod'
import { languages } from '../constants.ts'
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

/** All that is chosen on the page of a report. */
export const savedView = z
  .object({
    side: z.enum(['advertiser', 'publisher']),
    range: z.enum(reportRanges),
    /** Only of the range `custom`: the others move on with time. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    /** The account’s when it is saved, unless named. A view without one, from before it was kept, is in UTC. */
    time_zone: timeZone.optional(),
    /** Whether the same number of days right before is shown too. */
    compare: z.boolean().default(false),
    interval: z.enum(reportGroups).extract(['hour', 'day', 'month']),
    metric: z.enum(reportSorts).exclude(['key', 'name', 'rendered', 'rejected', 'filled']),
    /** What the rows of the table are. */
    group_by: z.enum(reportGroups).exclude(['hour', 'month']),
    campaign_ids: some(idInput),
    site_ids: some(z.union([z.literal('0'), idInput])),
    ad_unit_ids: some(idInput),
    banner_ids: some(z.union([z.literal('0'), idInput])),
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
    /** When the link was last opened, to the minute. */
    last_opened_at: moment.nullable()
  })
)
export const reportLinkList = document(z.array(reportLink))
/** The address is in `meta.url`, this once. */
export const newReportLink = documentWithMeta(reportLink, z.object({ url: z.string() }))

const mailIntervals = ['week', 'month'] as const

export const createReportMailInput = z.object({
  name: plainText(60),
  view: savedView,
  /** On Mondays, or on the first day of each month, at 08:00 in the time zone of the view. */
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
      /** By the interval. */
      line: figures,
      /** The first hundred rows; the file has all of them. */
      table: figures,
      /** How many rows the table has altogether. */
      records: z.number().int(),
      /** Of the days right before, where they are compared. */
      before: figures.nullable()
    })
  )
)
