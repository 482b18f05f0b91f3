import * as schema from '@mille/api/bills/schema.ts'
import { dayMs } from '@mille/api/durations.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { Context } from '../context.ts'
import { downloadReply, failure, type Reply } from '../http/answers/reply.ts'
import { consumeLimit } from '../http/consume-limit.ts'
import { limits } from '../http/limits/limits.ts'
import type { Call, Serve } from '../http/serve.ts'
import { createStreamPlaces } from '../http/stream-places.ts'
import { isOwner } from '../statistics/index.ts'
import type { KeptBills } from './kept-bills.ts'
import { type BillPlan, type BillRequest, planAgain, planBill } from './plan-bill.ts'
import { readRangeStart, streamOf } from './stream-bill.ts'

/** Maximum number of simultaneous downloads of an account, including those that wait for their bill. */
const maxPerAccount = 2
const contentType = 'application/jsonl'

type Input = {
  id: string
  asset?: Asset
  from?: string | undefined
  to?: string | undefined
  kept?: number | undefined
}

/** Calls that download bills: a campaign's for its advertiser only, an ad unit's for its publisher only. */
export function billRoutes(serve: Serve, bills: KeptBills): void {
  const places = createStreamPlaces(maxPerAccount)

  serve(endpoints.bills.downloadCampaignBill, schema.campaignBillInput, async call => {
    const id = Number(call.input.id)
    const owned = await isOwner(call.context.db, { kind: 'campaign', id }, call.user.id)
    if (!owned) return failure('not_found')
    return sendBill(
      call,
      requestOf({ campaign: id }, call.input),
      `mille-campaign-${id}-bill.jsonl`
    )
  })

  serve(endpoints.bills.downloadAdUnitBill, schema.adUnitBillInput, async call => {
    const id = Number(call.input.id)
    const owned = await isOwner(call.context.db, { kind: 'ad_unit', id }, call.user.id)
    if (!owned) return failure('not_found')
    const name = `mille-ad-unit-${id}-bill-${call.input.asset}.jsonl`
    return sendBill(call, requestOf({ unit: id }, call.input), name)
  })

  async function sendBill(
    call: Call<Input>,
    request: BillRequest,
    name: string
  ): Promise<Reply<string>> {
    const { context, user, address } = call
    const place = places.take(user.id, address)
    if (!place.ok)
      return failure(place.isFull ? 'unavailable' : 'too_many_requests', { retryAfterSeconds: 30 })
    let isSent = false
    try {
      const { plan, start } = await planFor(context, request, call.request.headers)
      const count = () => consumeLimit(call, limits.bills)
      const opened = await bills.open({ plan, request, userId: user.id, count })
      if (!opened.ok) return opened
      const { size } = opened
      const isPart = start !== null && start < size
      const from = isPart ? start : 0
      const headers: Record<string, string> = {
        ETag: plan.etag,
        'Accept-Ranges': 'bytes',
        'Cache-Control': 'private, no-cache',
        'Content-Length': String(size - from)
      }
      if (isPart) headers['Content-Range'] = `bytes ${from}-${size - 1}/${size}`
      isSent = true
      const onEnd = (error: Error | null) => {
        place.leave()
        if (error) context.log.error({ error: error.message }, 'a bill could not be read')
      }
      // The answer to a HEAD request has no body, so it streams no bytes of the file.
      const isHead = call.request.method === 'HEAD'
      const stream = streamOf(opened.file, isHead ? size : from, onEnd)
      return downloadReply({ stream, contentType, name }, { status: isPart ? 206 : 200, headers })
    } finally {
      if (!isSent) place.leave()
    }
  }
}

/**
 * Plans the bill of a download. An interrupted download continues only with the same bill because the bill of another
 * checkpoint has other bytes.
 */
async function planFor(
  context: Context,
  request: BillRequest,
  headers: Headers
): Promise<{ plan: BillPlan; start: number | null }> {
  const [start, etag] = [readRangeStart(headers.get('range')), headers.get('if-range')]
  const again = start !== null && etag !== null ? await planAgain(context, request, etag) : null
  return again ? { plan: again, start } : { plan: await planBill(context, request), start: null }
}

function requestOf(subject: BillRequest['subject'], input: Input): BillRequest {
  return {
    subject,
    asset: input.asset ?? 'BTC',
    from: input.from === undefined ? null : new Date(Date.parse(input.from)),
    until: input.to === undefined ? null : new Date(Date.parse(input.to) + dayMs),
    kept: input.kept ?? null
  }
}
