import { type Context as Call, Hono } from 'hono'
import type { Context } from '../context.ts'
import { noFrame } from '../http/answer-headers.ts'
import { clientAddress } from '../http/client-address.ts'
import type { FastListener } from '../http/listener.ts'
import type { Place } from './choosing/room.ts'
import { writeDecision } from './choosing/write-decision.ts'
import { createDeliveryNode } from './delivery-node.ts'
import { createBannerFiles } from './requests/banner-files.ts'
import { framePage } from './requests/frame.ts'
import { pageHost } from './requests/placement.ts'
import type { Observe } from './requests/raw-request.ts'
import { readReportText, type Sender } from './requests/seen.ts'
import { type AskedUnit, createUnitListener, type UnitReply } from './requests/unit-listener.ts'
import { createViewListener, type ReportReply } from './requests/view-listener.ts'
import type { Receipts } from './what-counts.ts'

export type Delivery = {
  app: Hono
  /** For Node's own server, before the app: what is asked most often. `observe` is told of each answer. */
  listen: (observe?: Observe) => FastListener
  /** Reads what decisions need; before it, everything is unavailable. */
  start: () => Promise<void>
  /** Resolves when all that was served and reported so far is in the event log. */
  flush: () => Promise<void>
  stop: () => Promise<void>
}

/** The addresses that publishers' pages and visitors ask: decisions, views, clicks, frames and pictures. */
export function deliveryRoutes(context: Context, receipts: Receipts | null = null): Delivery {
  const node = createDeliveryNode(context, receipts)
  const readBanner = createBannerFiles(context.db)
  const app = new Hono()

  app.options(
    '/serve/*',
    () => new Response(null, { status: 204, headers: { ...open, ...preflight } })
  )

  app.get('/serve/units/:unit', c => {
    const asked = { unit: c.req.param('unit'), place: placeOf(c), sender: senderOf(c) }
    const { status, body, headers } = answerUnit(asked, c.req.method === 'GET')
    return new Response(body, { status, headers })
  })

  app.post('/serve/view', async c => {
    const text = await readReportText(c)
    return new Promise<Response>(resolve =>
      takeReport(text, senderOf(c), ({ body, ...reply }) => resolve(new Response(body, reply)))
    )
  })

  app.get('/serve/click/:token', async c => {
    const token = node.readToken(c.req.param('token'))
    // The visitor goes on to the advertiser even when the click cannot be counted.
    if (c.req.method === 'GET' && isPress(c)) await node.countOrLog('clicked', token, senderOf(c))
    if (!token.ok && token.reason === 'forged')
      return new Response(null, { status: 204, headers: fresh })
    const link = await node.linkOf(token.value.campaign, token.value.creative)
    if (link === null) return new Response(null, { status: 204, headers: fresh })
    const headers = {
      ...fresh,
      Location: new URL(link).href,
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex'
    }
    return new Response(null, { status: 302, headers })
  })

  app.get('/serve/frame/:unit', c => {
    const asked = { unit: c.req.param('unit'), place: placeOf(c), sender: senderOf(c) }
    const { decision, shown } = node.serveUnit(asked, c.req.method === 'GET')
    if (decision.filled && c.req.method === 'GET')
      void node.countOrLog('rendered', node.readToken(decision.token), asked.sender)
    const nonce = node.randomBytes(16).toString('base64url')
    const page = framePage(decision, shown?.creative.language ?? 'en', nonce)
    const isUnknown = !decision.filled && decision.reason === 'unit_unknown'
    return c.body(page.html, isUnknown ? 404 : 200, page.headers)
  })

  app.get('/media/banners/:id/:hash', async c => {
    const id = c.req.param('id')
    const file = /^[1-9]\d{0,8}$/.test(id) ? await readBanner(Number(id)) : null
    if (!file || file.hash !== c.req.param('hash'))
      return c.body(null, 404, { ...open, 'Cache-Control': 'no-store' })
    return c.body(file.bytes, 200, {
      ...open,
      'Content-Type': file.contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': `default-src 'none'; sandbox; ${noFrame}`
    })
  })

  /** A HEAD request counts nothing. */
  function answerUnit(asked: AskedUnit, isCounted: boolean): UnitReply {
    const answered = node.serveUnit(asked, isCounted)
    const { decision } = answered
    const reason = decision.filled ? null : decision.reason
    const status = reason === 'unit_unknown' ? 404 : reason === 'unavailable' ? 503 : 200
    const headers = status === 503 ? unitLater : unitHeaders
    return { status, body: writeDecision(answered), headers }
  }

  function takeReport(text: string, sender: Sender, answer: (reply: ReportReply) => void): void {
    node.takeReport(text, sender, (outcome, receipt) =>
      answer(receipt === null ? reportReplies[outcome] : { ...withReceipt, body: receipt })
    )
  }

  return {
    app,
    listen(observe) {
      const unit = createUnitListener(context.config, asked => answerUnit(asked, true), observe)
      const view = createViewListener(context.config, takeReport, observe)
      return (incoming, outgoing) => unit(incoming, outgoing) || view(incoming, outgoing)
    },
    start: node.start,
    flush: node.flush,
    stop: node.stop
  }
}

/** Read by pages of every origin, without credentials. */
const open = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // So that publishers can measure how long their ads take.
  'Timing-Allow-Origin': '*',
  'Content-Security-Policy': noFrame,
  'X-Content-Type-Options': 'nosniff'
}
const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST',
  // Pages that trace their requests add headers to all of them.
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400'
}
const fresh = { 'Cache-Control': 'no-store' }
// Browsers hide it from the ad otherwise, and the ad would come back on a rhythm of its own.
const later = { 'Retry-After': '5', 'Access-Control-Expose-Headers': 'Retry-After' }
const reportReplies = {
  taken: { status: 204, headers: open, body: null },
  later: { status: 503, headers: { ...open, ...later }, body: null },
  failed: { status: 500, headers: open, body: null }
}
const withReceipt = {
  status: 200,
  headers: { 'Content-Type': 'application/json', ...open, ...fresh }
}
const unitHeaders = { 'Content-Type': 'application/json', ...open, ...fresh }
const unitLater = { ...unitHeaders, ...later }

function senderOf(c: Call): Sender {
  return {
    address: clientAddress(c),
    userAgent: c.req.header('user-agent') ?? '',
    host: pageHost(c.req.header('origin'), c.req.header('referer')),
    saysHow: c.req.header('sec-fetch-mode') !== undefined,
    brands: c.req.header('sec-ch-ua') ?? null
  }
}

/** Browsers say when the address of a click is loaded as a picture or a frame, or beforehand: nobody has pressed it. */
function isPress(c: Call): boolean {
  const loadedAs = c.req.header('sec-fetch-dest') ?? 'document'
  return loadedAs === 'document' && !/prefetch|prerender/.test(c.req.header('sec-purpose') ?? '')
}

function placeOf(c: Call): Place {
  const pixels = (name: string) => {
    const said = c.req.query(name) ?? ''
    return /^\d{1,5}$/.test(said) ? Number(said) : 0
  }
  return { width: pixels('width'), height: pixels('height'), screen: pixels('screen') }
}
