import { previewFailures } from '@mille/api/ad-units/previews.ts'
import { decisionCaching, type EmptyReason } from '@mille/api/delivery/protocol.ts'
import { type Context as Call, Hono } from 'hono'
import type { Context } from '../context.ts'
import { noFrame } from '../http/answers/answer-headers.ts'
import { clientAddress } from '../http/callers/client-address.ts'
import type { FastListener } from '../http/listener.ts'
import { answerInTurn, type Crowd, createCrowd } from '../http/overload/crowd.ts'
import type { Place } from './choosing/room.ts'
import { writeDecision } from './choosing/write-decision.ts'
import { createDeliveryNode, type DeliveryFigures } from './delivery-node.ts'
import { chooseForm, createBannerFiles } from './requests/banner-files.ts'
import { framePage } from './requests/frame.ts'
import { pageHost } from './requests/placement.ts'
import type { Observe } from './requests/raw-request.ts'
import { readReportText, type Sender } from './requests/seen.ts'
import { type AskedUnit, createUnitListener, type UnitReply } from './requests/unit-listener.ts'
import { createViewListener, type ReportReply } from './requests/view-listener.ts'
import type { Receipts } from './what-counts.ts'

export type Delivery = {
  app: Hono
  /**
   * Returns a listener for Node's own server that answers the most frequent requests before the app does. `observe` is
   * called for each answer.
   */
  listen: (observe?: Observe) => FastListener
  /** Loads what ad decisions need. Until then every ad request is answered as unavailable. */
  start: () => Promise<void>
  servesAds: () => boolean
  figures: () => DeliveryFigures
  /** Resolves when everything reported so far is in the event log, and the requests are counted in the database. */
  flush: () => Promise<void>
  /** Creates and loads keys, and deletes old data, as a node does every minute. */
  keepUp: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Statuses for empty frames. A frame has no script to say why it is empty, but browsers report these statuses in the
 * page's console.
 */
const frameStatuses: { [reason in EmptyReason]?: 403 | 404 } = {
  unit_unknown: 404,
  unit_archived: 403,
  account_suspended: 403,
  unit_excluded: 403,
  site_unverified: 403,
  mismatched_site: 403,
  blocked_referrer: 403
}

/** Routes that publishers' pages and visitors request: ad decisions, views, clicks, frames and pictures. */
export function deliveryRoutes(context: Context, receipts: Receipts | null = null): Delivery {
  const node = createDeliveryNode(context, receipts)
  const banners = createBannerFiles(context.db)
  const crowd = createCrowd(context.config)
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

  serveClicks(app, node)
  serveFrames(app, node)
  servePreviews(app, node)
  serveBanners(app, banners, crowd)

  // A URL that is wrong, such as by an extra slash, gets a 404 that pages can read; without these headers the browser
  // would report a CORS error.
  for (const path of ['/serve/*', '/media/banners/*'])
    app.all(path, c => c.body(null, 404, { ...open, ...fresh }))

  /** Answers a request for an ad. A HEAD request is not counted. */
  function answerUnit(asked: AskedUnit, isCounted: boolean): UnitReply {
    const answered = node.serveUnit(asked, isCounted)
    const { decision, shown } = answered
    const reason = decision.filled ? null : decision.reason
    const status = reason === 'unit_unknown' ? 404 : reason === 'unavailable' ? 503 : 200
    const headers = status === 503 ? unitLater : unitHeaders
    return {
      status,
      body: writeDecision(answered, shown && banners.inline(shown.decided.banner)),
      headers
    }
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
    servesAds: node.servesAds,
    figures: node.figures,
    flush: node.flush,
    keepUp: node.keepUp,
    stop: node.stop
  }
}

type DeliveryNode = ReturnType<typeof createDeliveryNode>

function serveClicks(app: Hono, node: DeliveryNode): void {
  app.get('/serve/click/:token', async c => {
    const token = node.readToken(c.req.param('token'))
    // The visitor is redirected to the advertiser even when the click cannot be counted.
    if (c.req.method === 'GET' && isPress(c)) await node.countOrLog('clicked', token, senderOf(c))
    if (!token.ok && token.reason === 'forged')
      return new Response(null, { status: 204, headers: fresh })
    const address = await node.clickAddress(token.value)
    if (address === null) return new Response(null, { status: 204, headers: fresh })
    const headers = {
      ...fresh,
      Location: address,
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex'
    }
    return new Response(null, { status: 302, headers })
  })
}

function serveFrames(app: Hono, node: DeliveryNode): void {
  app.get('/serve/frame/:unit', c => {
    const asked = { unit: c.req.param('unit'), place: placeOf(c), sender: senderOf(c) }
    const { decision, shown } = node.serveUnit(asked, c.req.method === 'GET')
    if (decision.filled && c.req.method === 'GET')
      void node.countOrLog('rendered', node.readToken(decision.token), asked.sender)
    const nonce = node.randomBytes(16).toString('base64url')
    const page = framePage(decision, shown?.creative.language ?? 'en', nonce)
    const status = decision.filled ? 200 : (frameStatuses[decision.reason] ?? 200)
    return c.body(page.html, status, page.headers)
  })
}

/**
 * Serves what a preview shows on the publisher's page. It calls nothing that counts: the request is neither one for an
 * ad, nor can its answer be reported.
 */
function servePreviews(app: Hono, node: DeliveryNode): void {
  app.get('/serve/previews/:token', c => {
    const shown = node.preview(c.req.param('token'), placeOf(c))
    return typeof shown === 'string'
      ? c.json({ reason: shown }, previewFailures[shown], { ...open, ...fresh })
      : c.json(shown, 200, { ...open, ...fresh })
  })
}

/**
 * Serves the pictures of banners. Those in memory are served without a limit; requests that need the database wait for
 * their turn.
 */
function serveBanners(
  app: Hono,
  banners: ReturnType<typeof createBannerFiles>,
  crowd: Crowd
): void {
  app.get('/media/banners/:id/:hash', c => {
    const { id } = c.req.param()
    const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null
    const answer = () => answerBanner(c, number)
    return number === null || banners.has(number)
      ? answer()
      : answerInTurn(c, crowd.picture, answer)
  })

  async function answerBanner(c: Call, id: number | null): Promise<Response> {
    const file = id === null ? null : await banners.read(id)
    if (!file || file.hash !== c.req.param('hash'))
      return c.body(null, 404, { ...open, 'Cache-Control': 'no-store' })
    const form = chooseForm(file, c.req.header('accept'))
    const headers = {
      ...open,
      ...form.headers,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': `default-src 'none'; sandbox; ${noFrame}`
    }
    return c.req.header('if-none-match') === form.headers.ETag
      ? c.body(null, 304, headers)
      : c.body(form.bytes, 200, headers)
  }
}

/** Headers for responses that pages of any origin may read, without credentials. */
const open = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // Lets publishers measure how long their ads take to load.
  'Timing-Allow-Origin': '*',
  'Content-Security-Policy': noFrame,
  'X-Content-Type-Options': 'nosniff'
}
const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST',
  // Pages with request tracing add headers to all of their requests.
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400'
}
const fresh = { 'Cache-Control': 'no-store' }
// Without `Access-Control-Expose-Headers`, browsers hide `Retry-After` from the ad's script, which would then retry at
// its own interval.
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
const unitHeaders = { 'Content-Type': 'application/json', ...open, ...decisionCaching }
const unitLater = { ...unitHeaders, ...later }

function senderOf(c: Call): Sender {
  return {
    address: clientAddress(c),
    userAgent: c.req.header('user-agent') ?? '',
    host: pageHost(c.req.header('origin'), c.req.header('referer')),
    saysHow: c.req.header('sec-fetch-mode') !== undefined,
    lacksOrigin: c.req.method === 'POST' && c.req.header('origin') === undefined,
    brands: c.req.header('sec-ch-ua') ?? null,
    mobile: c.req.header('sec-ch-ua-mobile') ?? null,
    platform: c.req.header('sec-ch-ua-platform') ?? null,
    forwardedFor: c.req.header('x-forwarded-for') ?? null
  }
}

/**
 * Whether a request for a click URL is a real click. Browsers state when the URL is loaded as a picture, as a frame, or
 * in advance.
 */
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
