import { createHash } from 'node:crypto'
import * as endpoints from '@mille/api/announcements/endpoints.ts'
import * as schema from '@mille/api/announcements/schema.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import type { z } from 'zod'
import { readStyles } from '../brand/queries.ts'
import { failure, type Reply, reply } from '../http/answers/reply.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { createCookies } from '../http/callers/cookies.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Call, Once, OpenCall, Serve } from '../http/serve.ts'
import { planAnnounce } from './announce.ts'
import {
  type AnnouncementRow,
  countDismissals,
  dismiss,
  findAnnouncement,
  findCurrent,
  findOverlapping,
  insertAnnouncement,
  isDismissed,
  listAnnouncements,
  lockSchedule,
  updateAnnouncement,
  type Visitor
} from './queries.ts'
import { changeSchedule, checkLink, later, planSchedule, stateOf } from './rules.ts'

const cookieName = 'announcements'
const cookieSeconds = 365 * 86_400

export function announcementRoutes(serve: Serve): void {
  serve(endpoints.readAnnouncement, null, async call => {
    const { db } = call.context
    const current = await findCurrent(db, call.context.now())
    if (!current || (await isDismissed(db, current.id, visitorOf(call))))
      return reply(undefined, 204)
    const { header, content, link, link_text, type } = current
    const styles = await readStyles(db)
    return reply({ id: String(current.id), header, content, link, link_text, type, styles })
  })

  serve(endpoints.dismissAnnouncement, null, dismissCurrent)

  serve(endpoints.listAnnouncements, schema.listAnnouncementsInput, async ({ context, input }) => {
    const { rows, records } = await listAnnouncements(
      context.db,
      input['page[offset]'],
      input['page[limit]']
    )
    const counts = await countDismissals(
      context.db,
      rows.map(row => row.id)
    )
    return reply({
      data: rows.map(row => recordResource(row, counts.get(row.id) ?? 0, context.now())),
      meta: { pagination: { records } }
    })
  })

  serve(endpoints.createAnnouncement, schema.createAnnouncementInput, createAnnouncement)

  serve(endpoints.updateAnnouncement, schema.updateAnnouncementInput, changeAnnouncement)
}

async function dismissCurrent(
  call: OpenCall<unknown>
): Promise<Reply<AnswerOf<typeof endpoints.dismissAnnouncement>>> {
  const { context, limits, address } = call
  const current = await findCurrent(context.db, context.now())
  if (!current) return reply(undefined, 204)
  const visitor = visitorOf(call)
  if (visitor.userId !== null || visitor.visitorHash !== null) {
    await dismiss(context.db, current.id, visitor, context.now())
    return reply(undefined, 204)
  }
  // Each new browser inserts a row, so the number per network neighborhood is limited.
  const counted = await limits.consume(limitNames.dismissals, addressBlock(address))
  if (!counted.ok)
    return failure('too_many_requests', { retryAfterSeconds: counted.retryAfterSeconds })
  const value = context.randomBytes(16).toString('base64url')
  await dismiss(context.db, current.id, { userId: null, visitorHash: hashOf(value) }, context.now())
  const cookie = createCookies(context.config.publicUrl).write(cookieName, value, cookieSeconds)
  return reply(undefined, 204, { cookies: [cookie] })
}

async function createAnnouncement(
  call: Call<z.output<typeof schema.createAnnouncementInput>> & Once
): Promise<Reply<AnswerOf<typeof endpoints.createAnnouncement>>> {
  const { context, input, user } = call
  const now = context.now()
  const { header, content, link, link_text, type } = input
  const wrong = checkLink(link, link_text)
  if (wrong) return wrong
  const planned = planSchedule(later(input.starts_at ?? now, now), input.ends_at, now)
  if (!planned.ok) return planned
  const { tx } = call.once
  await lockSchedule(tx)
  const other = await findOverlapping(tx, planned.schedule, null)
  if (other) return overlaps(other)
  const row = await insertAnnouncement(tx, {
    ...{ header, content, link, link_text, type },
    ...planned.schedule,
    created_by: user.id,
    created_at: now
  })
  await planAnnounce(tx, row)
  return reply({ data: recordResource(row, 0, now) }, 201)
}

async function changeAnnouncement({
  context,
  input
}: Call<z.output<typeof schema.updateAnnouncementInput>>): Promise<
  Reply<AnswerOf<typeof endpoints.updateAnnouncement>>
> {
  const now = context.now()
  const id = Number(input.id)
  return context.db.transaction().execute(async tx => {
    await lockSchedule(tx)
    const before = await findAnnouncement(tx, id)
    if (!before) return failure('not_found')
    const words = {
      header: input.header ?? before.header,
      content: input.content ?? before.content,
      link: input.link === undefined ? before.link : input.link,
      link_text: input.link_text === undefined ? before.link_text : input.link_text,
      type: input.type ?? before.type
    }
    const changed = changeSchedule(before, input, now)
    if (!changed.ok) return changed
    const wrong = checkLink(words.link, words.link_text)
    if (wrong) return wrong
    const other = await findOverlapping(tx, changed.schedule, id)
    if (other) return overlaps(other)
    const row = await updateAnnouncement(tx, id, { ...words, ...changed.schedule })
    if (row.starts_at > now) await planAnnounce(tx, row)
    const counts = await countDismissals(tx, [id])
    return reply({ data: recordResource(row, counts.get(id) ?? 0, now) })
  })
}

function overlaps(other: { header: string }) {
  return failure('announcement_overlaps', {
    detail: `“${other.header}” is scheduled for that time. End it first, or choose another time.`,
    pointer: 'starts_at'
  })
}

function visitorOf({ visitor, request, context }: OpenCall<unknown>): Visitor {
  const cookie = createCookies(context.config.publicUrl).read(request, cookieName)
  return {
    userId: visitor?.id ?? null,
    visitorHash: cookie === null ? null : hashOf(cookie)
  }
}

function hashOf(cookie: string): Buffer {
  return createHash('sha256').update(cookie).digest()
}

function recordResource(
  row: AnnouncementRow,
  dismissals: number,
  now: Date
): endpoints.AnnouncementRecord {
  const { header, content, link, link_text, type } = row
  return {
    type: 'announcements',
    id: String(row.id),
    attributes: {
      ...{ header, content, link, link_text, type },
      state: stateOf(row, now),
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      dismissals_count: dismissals
    }
  }
}
