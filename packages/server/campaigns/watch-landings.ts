import type { SwapReason } from '@mille/api/admin/endpoints.ts'
import { sampleValues } from '@mille/api/campaigns/link-macros.ts'
import { addressOfClick } from '@mille/api/campaigns/utm.ts'
import { hourMs } from '@mille/api/durations.ts'
import type { Context } from '../context.ts'
import { lockCampaign } from './campaign-queries.ts'
import { readLandingPage } from './landing-page.ts'
import {
  claimLandings,
  type DueLanding,
  findLanding,
  recordFound,
  recordUnread,
  skipUnreachable
} from './landing-queries.ts'
import {
  findSwap,
  mayBeMaintenance,
  movedPage,
  nextLook,
  nextTry,
  secondLook
} from './landing-rules.ts'
import { returnToReview } from './moderation.ts'

/** Number of pages that are fetched at the same time, each from another host. */
const atOnce = 8
/** Number of pages in one run: of one host, so that none is flooded, and of all. */
const inOneRun = { host: 10, all: 240 }
/** Time after which a look that a crash interrupted is repeated. */
const leaseMs = hourMs

/**
 * Looks at the landing pages that are due and returns how many. Several processes may do it at once: each look belongs to
 * the process that claimed it. No row is locked while a page is fetched.
 */
export async function watchLandings(context: Context): Promise<number> {
  await skipUnreachable(context.db, context.now())
  const looksAt = new Map<string, number>()
  for (let looks = 0; ; ) {
    const now = context.now()
    const lease = new Date(now.getTime() + leaseMs)
    const without = [...looksAt].filter(([, count]) => count >= inOneRun.host).map(([host]) => host)
    const limit = Math.min(atOnce, inOneRun.all - looks)
    const due = limit > 0 ? await claimLandings(context.db, { now, lease, limit, without }) : []
    if (due.length === 0) return looks
    const done = await Promise.all(due.map(it => look(context, it, lease)))
    looks += due.length
    for (const { host } of due) looksAt.set(host, (looksAt.get(host) ?? 0) + 1)
    // The next run looks at the others, when fewer other pages are being read.
    if (done.includes('busy')) return looks
  }
}

async function look(context: Context, due: DueLanding, lease: Date): Promise<'busy' | 'done'> {
  const { creative_id: id, creative_link, language, campaign_id } = due
  const address = addressOfClick(creative_link, due, sampleValues)
  const read = await readLandingPage(context, address, language)
  // This look is repeated when its lease ends, and says nothing about the page.
  if (!read.ok && read.code === 'busy') return 'busy'
  const problem = read.ok ? '' : read.problem
  const clock = { at: context.now(), windowSeconds: context.config.settlementWindowSeconds }
  const { at } = clock
  await context.db.transaction().execute(async tx => {
    const campaign = await lockCampaign(tx, campaign_id)
    const landing = await findLanding(tx, id)
    // The creative was reviewed or replaced in the meantime, or another look was faster.
    if (!campaign || landing?.check_at.getTime() !== lease.getTime()) return
    const isLive = landing.state === 'live'
    const { approved } = landing
    const page = read.ok ? read.value : movedPage(isLive ? approved : null, read.url, at)
    if (!page) return recordUnread(tx, id, problem, { at, check_at: nextTry(at) })
    const chance = context.randomBytes(1).readUInt8() / 255
    const isApproved = isLive && approved === null
    const reasons: SwapReason[] = isLive && approved ? findSwap(approved, page) : []
    const isSuspected =
      approved !== null &&
      mayBeMaintenance(reasons) &&
      findSwap(approved, landing.found ?? approved).length === 0
    const check_at = isSuspected ? secondLook(at) : nextLook(at, chance)
    await recordFound(tx, id, page, { isApproved, check_at })
    if (approved === null || reasons.length === 0 || isSuspected) return
    await returnToReview(tx, campaign, id, { reasons, approved, found: page }, clock)
  })
  return 'done'
}
