import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  bannerStyle,
  type Decision,
  decisionCaching,
  needsExtras,
  type SeenEvent
} from '@mille/api/delivery/protocol.ts'
import { setWords } from '@mille/api/delivery/typeset.ts'
import sharp from 'sharp'

const dist = new URL('../../embed/dist/', import.meta.url)
const types = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css'
} as Record<string, string>

/** Replaces the delivery server for an embed, at the network's boundary. It repeats no rule of the product. */
export class DeliveryStandIn {
  decisions = new Map<string, Decision>()
  /** Chooses a decision by what the element says about its place; takes precedence over `decisions`. */
  decide: ((unit: string, said: URLSearchParams) => Decision | undefined) | undefined
  seen: SeenEvent[] = []
  requests: { method: string; path: string; address: string; cookie: string | undefined }[] = []
  offers: unknown[] | 'failing' | 'hanging' = []
  /** Answers by method and path that replace the built-in ones. Null means that the request is never answered. */
  answers = new Map<string, { status: number; body?: unknown } | null>()
  /** Pages on the network's own origin. */
  pages = new Map<string, { html: string; policy?: string }>()
  /** Delay of a script, and of an answer, in milliseconds. */
  scriptMs = 0
  dataMs = 0
  /** Answers to the next views; all views after those are accepted with 204. */
  viewAnswers: { status: number; retryAfter?: number }[] = []
  #server = createServer((request, response) => void this.#answer(request, response))
  origin = ''

  async start() {
    this.origin = await listen(this.#server)
  }

  stop() {
    return close(this.#server)
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    const address = request.url ?? '/'
    const { pathname: path, searchParams } = new URL(address, 'http://any')
    const method = request.method ?? ''
    this.requests.push({ method, path, address, cookie: request.headers.cookie })
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After')
    // As on the real network, pages may add their own headers to requests.
    const wanted =
      request.headers['access-control-request-headers'] ?? 'Authorization, Content-Type'
    response.setHeader('Access-Control-Allow-Headers', wanted)
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE')
    response.setHeader('Timing-Allow-Origin', '*')
    const [, area, kind, name] = path.split('/')
    const page = this.pages.get(path)
    const answer = this.answers.get(`${method} ${path}`)
    await new Promise(resolve =>
      setTimeout(resolve, area === 'embed' ? this.scriptMs : this.dataMs)
    )
    if (page) return sendPage(response, page)
    if (answer === null) return
    if (answer) return sendJson(response, answer.status, answer.body)

    if (area === 'embed') {
      const text = await readFile(new URL(path.slice('/embed/'.length), dist)).catch(() => null)
      const type = types[path.slice(path.lastIndexOf('.'))] ?? 'text/plain'
      // For a language without words, the file is empty.
      const isEmpty = text === null && /\/mille-[a-z]+-words-[a-z]{2}-[\w-]{8}\.js$/.test(path)
      response.writeHead(text || isEmpty ? 200 : 404, { 'Content-Type': type }).end(text)
    } else if (area === 'serve' && kind === 'units') {
      const unit = name ?? ''
      const decision =
        this.decide?.(unit, searchParams) ??
        this.decisions.get(unit) ??
        emptyDecision(unit, 'unit_unknown')
      const status = !decision.filled && decision.reason === 'unit_unknown' ? 404 : 200
      for (const [header, value] of Object.entries(decisionCaching))
        response.setHeader(header, value)
      sendJson(response, status, this.#finish(decision, searchParams))
    } else if (area === 'serve' && kind === 'view') {
      const body = await readBody(request)
      if (!body) return
      const answer = this.viewAnswers.shift()
      if (!answer) this.seen.push(JSON.parse(body))
      if (answer?.retryAfter) response.setHeader('Retry-After', answer.retryAfter)
      response.writeHead(answer?.status ?? 204).end()
    } else if (area === 'media') {
      const [width = 1, height = 1] = (name ?? '').split('x').map(Number)
      response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(picture(width, height))
    } else if (path === '/api/v1/publication_offers/preview') {
      if (this.offers === 'hanging') return
      if (this.offers === 'failing') return sendJson(response, 503, { errors: [] })
      sendJson(response, 200, { data: this.offers.slice(0, Number(searchParams.get('limit'))) })
    } else if (path === '/api/v1/announce/') response.writeHead(204).end()
    else if (path === '/api/v1/authenticity_token')
      sendJson(response, 201, { data: { attributes: { base64: 'token' } } })
    else sendJson(response, 404, { errors: [] })
  }

  /**
   * Completes a decision as the network does: URLs are absolute, since the ad is on another origin, and the words are
   * laid out for the size of their place.
   */
  #finish(decision: Decision, said: URLSearchParams): Decision {
    const { creative, reason } = decision
    if (creative?.kind === 'banner')
      return {
        ...decision,
        creative: { ...creative, source: this.origin + creative.source }
      } as Decision
    const width = Number(said.get('width'))
    const set = decision.css
      ? decision
      : setWords(decision, { width, height: Number(said.get('height')) })
    return {
      ...set,
      ...(reason && { detail: { reason, ...(set.fallbackUrl && { fallback: true }) } }),
      ...(needsExtras(set) && { extras: true })
    } as Decision
  }
}

/** A publisher's site on its own origin. */
export class HostSite {
  /** Pages by path: the HTML of each page and the policy that it is sent with. */
  pages = new Map<string, { html: string; policy?: string }>()
  origin = ''
  #server = createServer((request, response) => {
    sendPage(response, this.pages.get(request.url ?? '/'))
  })

  async start() {
    this.origin = await listen(this.#server)
  }

  stop() {
    return close(this.#server)
  }
}

const common = {
  position: 'fixed',
  stickySide: 'header',
  colors: {},
  look: 'card',
  font: 'own',
  label: 'Ad'
} as const

export function textDecision(unit: string, changes: Partial<Decision> = {}): Decision {
  return {
    ...common,
    filled: true,
    unit,
    size: '300x250',
    creative: {
      kind: 'text',
      title: 'Cold storage that you can read',
      text: 'An open-source signer with a screen large enough for a whole transaction.',
      domain: 'paperkey.example',
      action: 'Learn more',
      lang: 'en'
    },
    token: `token-of-${unit}`,
    clickUrl: 'https://network.example/serve/click/1',
    aboutUrl: 'https://network.example/about-ad?creative=1&unit=1',
    ...changes
  } as Decision
}

export function bannerDecision(
  unit: string,
  size: `${number}x${number}`,
  changes: Partial<Decision> = {}
): Decision {
  const [width = 0, height = 0] = size.split('x').map(Number)
  const creative = {
    kind: 'banner',
    title: 'Paperkey',
    source: `/media/banners/${size}`,
    width,
    height,
    style: bannerStyle(width, height),
    lang: 'en'
  }
  const detail = { size, creative: '1', campaign: '1' }
  return textDecision(unit, { size, creative, detail, ...changes } as Partial<Decision>)
}

/** Color of every pixel in the banner of `inlineBannerDecision`, as red, green, blue and alpha. */
export const inlineColor = [0, 0, 0, 255]

/** Returns a banner decision that includes its picture, with `density` image pixels per CSS pixel in each direction. */
export async function inlineBannerDecision(
  unit: string,
  size: `${number}x${number}`,
  changes: Partial<Decision> = {},
  density = 1
): Promise<Decision> {
  const decision = bannerDecision(unit, size, changes)
  const [width = 0, height = 0] = size.split('x').map(side => Number(side) * density)
  const background = { r: 0, g: 0, b: 0 }
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .avif()
    .toBuffer()
  return {
    ...decision,
    creative: { ...decision.creative, width, height, picture: bytes.toString('base64') }
  } as Decision
}

/** Returns a decision without a campaign, which shows the banner of a house ad. */
export function houseBannerDecision(
  unit: string,
  size: `${number}x${number}`,
  changes: Partial<Decision> = {}
): Decision {
  const { creative, detail } = bannerDecision(unit, size)
  const clickUrl = 'https://blog.example/shop'
  const shown = { size, creative, detail: { reason: 'no_campaign', size: detail?.size }, clickUrl }
  return emptyDecision(unit, 'no_campaign', { ...shown, ...changes } as Partial<Decision>)
}

export function emptyDecision(
  unit: string,
  reason: string,
  changes: Partial<Decision> = {}
): Decision {
  return {
    ...common,
    filled: false,
    unit,
    reason,
    size: 'Adaptive',
    ...changes
  } as Decision
}

/** What the network shows in a place for which it has no campaign. */
export const invitation = {
  creative: {
    kind: 'text',
    title: 'Your ad here',
    text: 'CPM ≈ 0.00012 BTC',
    domain: 'network.example',
    action: 'Advertise',
    lang: 'en'
  },
  clickUrl: 'https://network.example/campaigns/new/'
} as const

export function offers(count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => ({
    type: 'publication_offers',
    id: String(index + 1),
    attributes: {
      name: `Offer ${index + 1}`,
      description: 'A publication',
      summary: 'A publication',
      publication_offer_type: 'article',
      domain_name: 'magazine.example',
      logo: `/media/logos/44x${40 + index}`,
      languages: ['en'],
      categories: ['bitcoin'],
      sites: ['magazine.example'],
      price_us_cents: 123_450,
      rating: null,
      promotion_level: 0
    }
  }))
}

function picture(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="100%" height="100%" fill="#14213d"/><circle cx="20%" cy="50%" r="40%" fill="#fca311" opacity=".85"/>
    <text x="50%" y="50%" fill="#fff" font-family="sans-serif" font-size="${Math.min(width, height) / 4}"
      text-anchor="middle" dominant-baseline="central">${width} × ${height}</text></svg>`
}

function sendPage(response: ServerResponse, page: { html: string; policy?: string } | undefined) {
  if (page?.policy) response.setHeader('Content-Security-Policy', page.policy)
  response
    .writeHead(page ? 200 : 404, { 'Content-Type': 'text/html;charset=utf-8' })
    .end(page?.html)
}

function sendJson(response: ServerResponse, status: number, body: unknown) {
  response
    .writeHead(status, { 'Content-Type': 'application/json' })
    .end(body === undefined ? undefined : JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  let body = ''
  // A page that is left aborts its request.
  try {
    for await (const chunk of request) body += chunk
  } catch {
    return null
  }
  return body
}

function listen(server: Server): Promise<string> {
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    )
  })
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}

export function announcement(type: 'default' | 'warning' | 'alarm') {
  return {
    id: '1',
    header: 'Payouts are late today',
    content: 'The chain is busy. What you have earned is safe and goes out tonight.',
    link: 'https://network.example/status',
    link_text: 'What happened',
    type
  }
}

export function userDocument() {
  const amounts = {
    total_balance: '0',
    total_campaigns_balance: '0',
    total_ad_units_balance: '0',
    unprocessed_deposits_amount: '0',
    unprocessed_withdrawals_amount: '0'
  }
  return {
    data: {
      type: 'users',
      id: '7',
      attributes: {
        email: 'ada@example.com',
        username: 'ada',
        roles: [],
        locale: 'en',
        non_withdrawable_balance: '0'
      }
    },
    meta: {
      ...amounts,
      telegram_notifications_linked: false,
      jwt_nolt_token: 'a.b.c',
      feedback_url: 'https://network.example/suggestions?token=a.b.c',
      is_account_code_unsaved: false,
      premium_contact: null,
      unread_chat_messages_count: 0,
      unread_notifications_count: 0
    }
  }
}

export function errorBody(status: number, code: string) {
  return {
    status,
    body: { errors: [{ status: String(status), code, title: 'A title', detail: 'A detail.' }] }
  }
}

export const chatPicture = { source: '/media/pictures/600x400', width: 600, height: 400 }

/** Returns chat messages, the last one with a picture if `hasPicture` is set. */
export function chatMessages(count: number, hasPicture = false) {
  const data = Array.from({ length: count }, (_, index) => ({
    type: 'chat_messages',
    id: String(index + 1),
    attributes: {
      conversation_id: '7',
      author: index % 2 === 0 ? 'user' : 'operator',
      author_name: null,
      text: `Message ${index + 1}`,
      picture: hasPicture && index === count - 1 ? { id: '1', ...chatPicture } : null,
      created_at: '2026-03-02T10:00:00.000Z'
    }
  }))
  const meta = {
    has_more: false,
    unread_count: 0,
    own_read_id: null,
    other_read_id: '1',
    is_other_online: true
  }
  return { data, meta }
}
