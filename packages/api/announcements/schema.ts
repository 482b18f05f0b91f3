import { z } from 'zod'
import { brandStyles } from '../brand/schema.ts'
import { announcementLengths, announcementTypes } from '../constants.ts'
import {
  document,
  documentWithMeta,
  httpUrl,
  idInput,
  moment,
  pageInput,
  pagination,
  plainText,
  resource
} from '../schema.ts'

const words = {
  header: plainText(announcementLengths.header),
  content: plainText(announcementLengths.content),
  link: httpUrl.nullable(),
  link_text: plainText(announcementLengths.linkText).nullable(),
  type: z.enum(announcementTypes)
}
const laterMoment = z.iso.datetime({ offset: true }).transform(value => new Date(value))

export const listAnnouncementsInput = z.object({ ...pageInput })
/** Without `starts_at`, the announcement starts now; without `ends_at`, it is shown until an operator ends it. */
export const createAnnouncementInput = z.object({
  ...words,
  link: words.link.default(null),
  link_text: words.link_text.default(null),
  type: words.type.default('default'),
  starts_at: laterMoment.optional(),
  ends_at: laterMoment.nullable().default(null)
})
/** Changes only the fields that are sent; `state: 'ended'` ends the announcement now. */
export const updateAnnouncementInput = z.object({
  id: idInput,
  header: words.header.optional(),
  content: words.content.optional(),
  link: words.link.optional(),
  link_text: words.link_text.optional(),
  type: words.type.optional(),
  starts_at: laterMoment.optional(),
  ends_at: laterMoment.nullable().optional(),
  state: z.literal('ended').optional()
})

const shown = {
  header: z.string(),
  content: z.string(),
  link: z.string().nullable(),
  link_text: z.string().nullable(),
  type: z.enum(announcementTypes)
}
/** A plain object, not a JSON:API document. Only the call that reads the announcement banner answers this way. */
export const announcement = z.object({
  id: z.string(),
  ...shown,
  /** The network's colors, so that the banner needs no second call. */
  styles: brandStyles
})
export const announcementRecord = resource(
  'announcements',
  z.object({
    ...shown,
    state: z.enum(['scheduled', 'current', 'ended']),
    starts_at: moment,
    ends_at: moment.nullable(),
    created_at: moment,
    dismissals_count: z.number().int()
  })
)
export const announcementList = documentWithMeta(z.array(announcementRecord), pagination)
export const announcementDocument = document(announcementRecord)
