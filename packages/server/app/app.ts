import type { Transport } from '@mille/api/transport.ts'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import {
  accountRoutes,
  browserName,
  browserParts,
  createBearerTokens,
  createKnownDevices,
  createSessions,
  findSuspension,
  findUser,
  handOffRoutes,
  listViewable,
  lookAroundRoutes,
  type NotifyOfSignIn,
  passkeyRoutes,
  premiumContact,
  profileRoutes,
  type ReadFigures,
  securityRoutes
} from '../accounts/index.ts'
import { adReportRoutes } from '../ad-reports/index.ts'
import { adUnitRoutes } from '../ad-units/index.ts'
import { adminRoutes, createAudit } from '../admin/index.ts'
import { affiliateRoutes, createPartnerClicks } from '../affiliates/index.ts'
import { announcementRoutes } from '../announcements/index.ts'
import { apiKeyRoutes, findKey, keyPrefix, revokeKeys } from '../api-keys/index.ts'
import { billRoutes, createKeptBills, type KeptBills } from '../bills/index.ts'
import { openBooksRoutes } from '../books/index.ts'
import { serveBrandLogo } from '../brand/logo-files.ts'
import { serveManifest } from '../brand/manifest.ts'
import { createNamedText } from '../brand/named-text.ts'
import { brandRoutes } from '../brand/routes.ts'
import { campaignRoutes } from '../campaigns/index.ts'
import type { Context } from '../context.ts'
import { couponRoutes } from '../coupons/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import {
  adsToApproveRoutes,
  createRequestLimit,
  diagnosisRoutes,
  previewRoutes,
  readBrowser
} from '../delivery/index.ts'
import { earningRoutes } from '../earnings/index.ts'
import { financesRoutes, userMoney } from '../finances/index.ts'
import { protectAnswers } from '../http/answers/answer-headers.ts'
import { failureResponse } from '../http/answers/errors.ts'
import { serveAssets, serveEmbed } from '../http/answers/files.ts'
import { failure } from '../http/answers/reply.ts'
import { createCallers } from '../http/callers/callers.ts'
import { clientAddress, readClientAddress, remoteAddress } from '../http/callers/client-address.ts'
import { createCsrf } from '../http/callers/csrf.ts'
import { captchaRoutes } from '../http/captcha-routes.ts'
import { openApiDocument } from '../http/documents/openapi.ts'
import { referencePage, referencePolicy } from '../http/documents/reference-page.ts'
import { referenceStyle } from '../http/documents/reference-style.ts'
import { createCaptcha } from '../http/limits/captcha.ts'
import { createLimits } from '../http/limits/limits.ts'
import { type Crowd, createCrowd } from '../http/overload/crowd.ts'
import { routePaths } from '../http/route-paths.ts'
import { createSecurityLog } from '../http/security-log/security-log.ts'
import { createServe, type Served } from '../http/serve.ts'
import { consents, legalRoutes } from '../legal/index.ts'
import { marketplaceRoutes, serveLogos } from '../marketplace/index.ts'
import { memberRoutes } from '../members/index.ts'
import {
  countUnread,
  createUnreadStreams,
  endMail,
  hasTelegram,
  notificationRoutes,
  telegramRoutes,
  type UnreadStreams
} from '../notifications/index.ts'
import { notify } from '../notifications/outbox.ts'
import { paymentRoutes, pendingPayments } from '../payments/index.ts'
import { privacyRoutes } from '../privacy/index.ts'
import { publicLogRoutes, servePublicLog } from '../public-log/index.ts'
import { serveReceipts } from '../receipts/index.ts'
import { referenceDataRoutes } from '../reference-data/index.ts'
import { settingsRoutes } from '../settings/index.ts'
import { pageAnalysisRoutes, siteReviewRoutes, siteRoutes } from '../sites/index.ts'
import { endReportMail, statisticsRoutes, trafficStatisticsRoutes } from '../statistics/index.ts'
import {
  type ChatStreams,
  countUnreadByUser,
  createChatStreams,
  createFeedback,
  supportRoutes
} from '../support/index.ts'
import { trafficSelectionRoutes } from '../traffic-selection/index.ts'
import { warnOfBlockedHost } from './blocked-host.ts'
import { developmentRoutes } from './development-routes.ts'
import { serveDocs } from './docs-site.ts'
import { type Health, healthRoutes, type Readiness } from './health.ts'
import { createProxyAlarm } from './proxy-alarm.ts'
import { serveSearchEngines } from './search-engines.ts'
import { createSecurityAlarm } from './security-alarm.ts'
import { serveStorybook } from './storybook.ts'

export type PageOptions = {
  transport: Transport
  publicUrl: string
  development: boolean
  /** Origins whose pages may open the sign-in page in a window and receive messages from it. */
  allowedOrigins: ReadonlySet<string>
}
/** The handler of the dashboard, which answers a page for everything that is not an API call, an ad, or a file. */
export type HandlePage = (request: Request, options: PageOptions) => Promise<Response>

/** `development` allows what Vite's development server needs. */
type Pages = { handlePage: HandlePage; development?: boolean }

export type AppParts = {
  delivery: Hono | null
  pages: Pages | null
  /** Folders of built files; null if they do not exist. */
  embedFolder: string | null
  assetsFolder: string | null
  docsFolder?: string | null
  /** Set only in development. */
  storybook?: Parameters<typeof serveStorybook>[1] | null
} & Readiness

const retryAfterOutageSeconds = 5
/** How many clicks on partner links are counted from one IPv4 address or IPv6 /48 range per minute. */
const clicksPerMinute = 10
/** Time in milliseconds without failures after which the next failure counts as another outage. */
const outageGapMs = 30_000

type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>
export type App = {
  fetch: Fetch
  served: readonly Served[]
  observe: Health['observe']
  /** Closes the open streams, which would not end by themselves. */
  stop: () => Promise<void>
}

/**
 * Creates the whole product on web-standard fetch. The server, the tests, and the server's own page rendering use it.
 */
export function createApp(context: Context, parts: AppParts): App {
  const app = new Hono()
  const { config } = context
  protectAnswers(app, config)
  const health = healthRoutes(app, context, parts)
  observeRequests(app, context, health.observe)

  if (parts.delivery) app.route('/', parts.delivery)
  if (parts.embedFolder) serveEmbed(app, parts.embedFolder)
  const crowd = createCrowd(config)
  serveBrandLogo(app, context, crowd.picture)
  if (parts.assetsFolder) {
    serveManifest(app, context, parts.assetsFolder)
    serveAssets(app, parts.assetsFolder)
  }
  if (parts.docsFolder) serveDocs(app, context, parts.docsFolder)
  if (parts.storybook) serveStorybook(app, parts.storybook)
  // Compresses pages and API calls. Static files are compressed at build time, and an ad's decision is smaller than a
  // network packet.
  app.use(compress())
  serveSearchEngines(app, context)
  const streams = createChatStreams(context)
  const unread = createUnreadStreams(context)
  serveLogos(app, context, crowd.picture)
  const bills = createKeptBills(context)
  serveReceipts(app, context, crowd.call)
  servePublicLog(app, context, crowd.call)
  const served = apiRoutes(app, context, crowd, streams, unread, bills)
  if (config.mode !== 'production') {
    developmentRoutes(app, context)
  }
  unsubscribeRoute(app, context)

  if (parts.pages) servePages(app, context, parts.pages, crowd)
  answerErrors(app, context)
  return {
    fetch: app.fetch,
    served,
    observe: health.observe,
    stop: async () => void (await Promise.all([streams.stop(), unread.stop(), bills.stop()]))
  }
}

/** Counts and logs every request, and determines the visitor's real IP address. */
function observeRequests(app: Hono, context: Context, observe: App['observe']): void {
  const { config } = context
  const alarmAboutProxies = createProxyAlarm(context)
  warnOfBlockedHost(context)
  app.use(async (c, next) => {
    const started = performance.now()
    const forwardedFor = c.req.header('x-forwarded-for')
    alarmAboutProxies(remoteAddress(c), forwardedFor)
    c.set('clientAddress', readClientAddress(remoteAddress(c), forwardedFor, config.trustedProxies))
    await next()
    const seconds = (performance.now() - started) / 1000
    const area = c.req.path
      .split('/')
      .slice(1, c.req.path.startsWith('/api/') ? 4 : 2)
      .join('/')
    const route = isKnownArea(area) ? area : 'page'
    observe(c.req.method, route, c.res.status, seconds)
    context.log.debug(
      { method: c.req.method, route, status: c.res.status, ms: Math.round(seconds * 1000) },
      'request'
    )
  })
}

function servePages(app: Hono, context: Context, pages: Pages, crowd: Crowd): void {
  const { config } = context
  const clicks = createPartnerClicks(context, {
    isBot: userAgent => readBrowser(userAgent).isDeclaredBot,
    isWithinLimit: createRequestLimit(context.randomBytes(4).readUInt32BE(), clicksPerMinute)
  })
  app.all('*', async c => {
    const turn = await crowd.page(clientAddress(c), () =>
      pages.handlePage(c.req.raw, {
        transport: inProcess(app.fetch, c.req.raw, c.env, config.publicUrl),
        publicUrl: config.publicUrl,
        allowedOrigins: config.allowedOrigins,
        development: pages.development ?? false
      })
    )
    if (turn.ok) {
      if (turn.value.ok) await clicks.count(c.req.raw, clientAddress(c))
      return turn.value
    }
    c.header('Retry-After', String(turn.retryAfterSeconds))
    return c.text('Too many requests. Please wait a moment and reload the page.\n', 429)
  })
}

/** Answers unexpected errors with a number that identifies the error in the log. */
function answerErrors(app: Hono, context: Context): void {
  const answerOutage = createOutage(context)
  app.onError((error, c) => {
    if (isDatabaseAway(error)) return answerOutage(error)
    const id = context.randomBytes(6).toString('hex')
    context.log.error(
      { id, route: c.req.routePath, error: error.message, stack: error.stack },
      'request failed'
    )
    return failureResponse(
      failure('internal', {
        detail: `Something went wrong. If you contact support, include this number: ${id}.`
      })
    )
  })
}

/**
 * Answers calls while the database is unavailable. Every call receives an error, but the outage is logged only once.
 */
function createOutage({ log }: Context): (error: Error) => Response {
  let last = Number.NEGATIVE_INFINITY
  return ({ message }) => {
    const isNew = performance.now() - last > outageGapMs
    last = performance.now()
    if (isNew) log.error({ error: message }, 'the database is unavailable: calls get 503')
    const detail = 'The database is not available right now. Please try again in a few seconds.'
    return failureResponse(
      failure('database_unavailable', { detail, retryAfterSeconds: retryAfterOutageSeconds })
    )
  }
}

function apiRoutes(
  app: Hono,
  context: Context,
  crowd: Crowd,
  streams: ChatStreams,
  unread: UnreadStreams,
  bills: KeptBills
): readonly Served[] {
  const sessions = createSessions(context)
  const csrf = createCsrf(context.config.secret, context.randomBytes)
  const tokens = createBearerTokens(context.config.secret, context.config.publicUrl)
  const limits = createLimits(context)
  const callers = createCallers({
    sessions,
    tokens,
    limits,
    now: context.now,
    isKey: token => token.startsWith(keyPrefix),
    findKey: token => findKey(context, token)
  })
  const captcha = createCaptcha(context)
  const audit = createAudit(context)
  const security = createSecurityLog(context, createSecurityAlarm(context, limits))
  const parts = { app, context, limits, captcha, sessions, csrf, callers, audit, crowd, security }
  const { serve, served } = createServe(parts)

  const readFigures = createFigures(context)
  const devices = createKnownDevices(context, sessions.cookies)
  const account = { sessions, devices, csrf, tokens, readFigures, notifyOfSignIn, consents }
  accountRoutes(serve, account)
  lookAroundRoutes(serve, account)
  handOffRoutes(serve, readFigures)
  securityRoutes(serve, revokeKeys)
  profileRoutes(serve, readFigures, consents)
  passkeyRoutes(serve, sessions, devices, readFigures)
  for (const add of [adReportRoutes, adUnitRoutes, affiliateRoutes]) add(serve)
  for (const add of [apiKeyRoutes, memberRoutes]) add(serve)
  adminRoutes(serve)
  announcementRoutes(serve)
  billRoutes(serve, bills)
  campaignRoutes(serve)
  captchaRoutes(serve)
  referenceDataRoutes(serve)
  couponRoutes(serve)
  for (const add of [adsToApproveRoutes, diagnosisRoutes, previewRoutes]) add(serve)
  earningRoutes(serve)
  financesRoutes(serve)
  brandRoutes(serve)
  legalRoutes(serve)
  marketplaceRoutes(serve)
  privacyRoutes(serve)
  publicLogRoutes(serve)
  openBooksRoutes(serve, context)
  notificationRoutes(serve, unread, endReportMail)
  telegramRoutes(serve)
  paymentRoutes(serve)
  settingsRoutes(serve)
  statisticsRoutes(serve)
  supportRoutes(serve, streams)
  siteRoutes(serve)
  siteReviewRoutes(serve)
  pageAnalysisRoutes(serve)
  trafficStatisticsRoutes(serve)
  trafficSelectionRoutes(serve)

  serveReference(app, served, context)
  refuseOtherMethods(app, served)
  app.all('/api/*', () => failureResponse(failure('not_found')))
  return served
}

/** Serves the API reference for programs and for people. */
function serveReference(app: Hono, served: readonly Served[], { db, config }: Context): void {
  const { publicUrl } = config
  const isPublic = { 'Cache-Control': 'public, max-age=300' }
  app.get(
    '/api/v1/openapi.json',
    createNamedText(db, name => JSON.stringify(openApiDocument(served, { publicUrl, name })), {
      type: 'application/json',
      headers: isPublic
    })
  )
  app.get(
    '/api/v1/reference',
    createNamedText(db, name => String(referencePage(served, name)), {
      type: 'text/html; charset=UTF-8',
      headers: { 'Content-Security-Policy': referencePolicy, ...isPublic }
    })
  )
  app.get('/api/v1/reference.css', c =>
    c.body(referenceStyle, 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=3600'
    })
  )
}

function refuseOtherMethods(app: Hono, served: readonly Served[]): void {
  for (const path of new Set(served.map(one => one.endpoint.path))) {
    const methods = served.filter(one => one.endpoint.path === path).map(one => one.endpoint.method)
    for (const route of routePaths(path)) {
      app.all(route, () => {
        const refused = failureResponse(failure('method_not_allowed'))
        refused.headers.set('Allow', methods.join(', '))
        return refused
      })
    }
  }
}

const notifyOfSignIn: NotifyOfSignIn = (tx, userId, userAgent, at) => {
  const browser = browserName(userAgent)
  const parts = browserParts(userAgent)
  return notify(tx, {
    kind: 'new_sign_in',
    data: { browser, ...(parts && { parts }) },
    userId,
    event: `sign-in with ${browser} ${at.toISOString()}`,
    at
  })
}

function createFigures(context: Context): ReadFigures {
  return async (db, userId) => {
    const money = await userMoney(db, userId)
    const pending = await pendingPayments(db, userId)
    const user = await findUser(db, userId)
    const feedback = user
      ? createFeedback(context.config, user, context.now())
      : { token: null, url: null }
    return {
      non_withdrawable_balance: money.promotion.toString(),
      total_balance: money.total.toString(),
      total_campaigns_balance: money.inCampaigns.toString(),
      total_ad_units_balance: money.inAdUnits.toString(),
      unprocessed_deposits_amount: pending.BTC.deposits.toString(),
      unprocessed_withdrawals_amount: pending.BTC.withdrawals.toString(),
      telegram_notifications_linked: await hasTelegram(db, userId),
      jwt_nolt_token: feedback.token,
      feedback_url: feedback.url,
      premium_contact: await premiumContact(db, userId),
      suspension: await readSuspension(db, userId),
      viewable_accounts: await listViewable(db, userId),
      unread_chat_messages_count: await countUnreadByUser(db, userId),
      unread_notifications_count: await countUnread(db, userId)
    }
  }
}

async function readSuspension(db: Database | Tx, userId: number) {
  const found = await findSuspension(db, userId)
  if (found === null) return null
  const { kind, reason, started_at: since, until } = found
  return { kind, reason, started_at: since.toISOString(), until: until?.toISOString() ?? null }
}

/**
 * Serves one-click unsubscribe from email programs (RFC 8058). The request has no cookie and no page, so only its token
 * counts.
 */
function unsubscribeRoute(app: Hono, context: Context): void {
  app.post('/unsubscribe', async c => {
    const kind = await endMail(context, c.req.query('token') ?? '', endReportMail)
    return kind === null ? c.text('This link is not valid.\n', 404) : c.text('Done.\n')
  })
}

/** Sends a page's API calls through the same app without a network, with the visitor's own cookies and IP address. */
function inProcess(fetch: Fetch, visitor: Request, env: unknown, publicUrl: string): Transport {
  return async (path, init) => {
    const headers = new Headers(init.headers)
    for (const name of ['cookie', 'user-agent', 'x-forwarded-for']) {
      const value = visitor.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    return fetch(new Request(new URL(path, publicUrl), { ...init, headers }), env)
  }
}

const knownAreas = new Set([
  'serve',
  'log',
  'media',
  'embed',
  'assets',
  'healthz',
  'readyz',
  'metrics',
  'dev',
  'banners'
])

/** Checks whether a path is known. Metrics need few label values, so paths that a visitor invents count as `page`. */
function isKnownArea(area: string): boolean {
  return area.startsWith('api/v1/') ? /^api\/v1\/[a-z_]{1,30}$/.test(area) : knownAreas.has(area)
}
