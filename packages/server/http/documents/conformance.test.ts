import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createStranger, type Stranger } from '@mille/testing/contract/stranger.ts'
import { expectDocument } from '@mille/testing/contract/write-document.ts'
import { addOffer } from '@mille/testing/publications.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { addTrafficPack, addUnit, addVerifiedSite } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListener } from '../listener.ts'

/*
 * Makes each call of the API specification over plain HTTP, one row each, as a developer writes it who has only that
 * document: without Mille's client, schemas or constants.
 */

type Row = {
  call: string
  /** The path with its query, and the body or form that is sent. */
  path: string
  body?: unknown
  form?: () => Promise<FormData>
  headers?: Record<string, string>
  status: number
  payload: string
  /** Paths in the response that must exist according to the specification. */
  has: string[]
}

let app: TestApp
let http: Server
let regtest: Regtest
let stranger: Stranger
let publisher: SignedInBrowser
const ids: Record<string, string> = {}

beforeAll(async () => {
  regtest = await startRegtest()
  app = await createTestApp()
  app.context.config.payments.bitcoin = regtest.config
  http = createListener({ fetch: app.fetch }, null)
  await new Promise<void>(done => http.listen(0, '127.0.0.1', done))
  stranger = createStranger(`http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  publisher = await app.signIn()
  const admin = await app.signInAdmin()
  await admin.api.announcements.createAnnouncement({ header: 'News', content: 'All is well.' })
  const { context } = app
  const { userId } = publisher
  ids.site = await addVerifiedSite(context, {
    userId,
    domainName: 'one.example',
    categoryIds: [10]
  })
  ids.unit = await addUnit(context, { userId, siteId: ids.site })
  ids.pack = await addTrafficPack(context, 'Calm', [{ type: 'site', id: ids.site, allowed: true }])
  ids.offer = await addOffer(context, publisher)
  await signUp()
})
afterAll(async () => {
  http.closeAllConnections()
  http.close()
  await app.close()
  await regtest?.dispose()
})

/** Creates an account, its code, a campaign and a notification, which the rows below use. */
async function signUp() {
  const made = await stranger.write('POST', '/api/v1/users', {
    data: { type: 'users', attributes: { anonymous: true } }
  })
  ids.code = made.body.meta.access_code
  ids.user = made.body.data.id
  const { id } = await app.context.db
    .insertInto('notifications')
    .values({
      user_id: Number(ids.user),
      kind: 'new_sign_in',
      event: 'sample',
      data: JSON.stringify({ browser: 'Firefox' }),
      created_at: app.context.now()
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ids.notification = String(id)
}

const attribute = (name: string, value: string) =>
  `${encodeURIComponent(`data[attributes][${name}]`)}=${value}`

function rows(): Row[] {
  return [
    {
      call: 'POST /api/v1/authenticity_token',
      path: '/api/v1/authenticity_token',
      status: 201,
      payload: 'no body',
      has: ['data.attributes.base64']
    },
    {
      call: 'POST /api/v1/user/sign_in',
      path: '/api/v1/user/sign_in',
      headers: { 'JWT-AUD': 'users' },
      body: {
        data: { type: 'users', attributes: { access_code: ids.code, utm_source: 'letter' } }
      },
      status: 200,
      payload:
        '`data.type` users, `data.attributes.access_code`, optional `utm_source`; JWT-AUD: users',
      has: ['data.type', 'data.attributes.email', 'meta.unread_notifications_count']
    },
    {
      call: 'GET /api/v1/current_user',
      path: '/api/v1/current_user',
      status: 200,
      payload: '',
      has: [
        'data.id',
        'data.attributes.email',
        'data.attributes.username',
        'data.attributes.roles',
        'data.attributes.non_withdrawable_balance',
        'data.relationships.profile.data.id',
        'meta.unread_notifications_count',
        'meta.total_balance',
        'meta.total_campaigns_balance',
        'meta.total_ad_units_balance',
        'meta.unprocessed_deposits_amount',
        'meta.unprocessed_withdrawals_amount',
        'meta.telegram_notifications_linked',
        'meta.jwt_nolt_token'
      ]
    },
    {
      call: 'GET /api/v1/users/{id}',
      path: `/api/v1/users/${ids.user}`,
      status: 200,
      payload: '',
      has: ['data.id', 'meta.unread_notifications_count']
    },
    {
      call: 'GET /api/v1/announce/',
      path: '/api/v1/announce/',
      status: 200,
      payload: '',
      has: ['header', 'content', 'link', 'link_text', 'type']
    },
    {
      call: 'PUT /api/v1/announce/',
      path: '/api/v1/announce/',
      status: 204,
      payload: 'no payload',
      has: []
    },
    {
      call: 'POST /api/v1/campaigns',
      path: '/api/v1/campaigns',
      body: {
        data: {
          type: 'campaigns',
          attributes: {
            language: 'en',
            link_text: 'Bread',
            creative_link: 'https://bread.example/',
            creative_text: 'Fresh every day',
            currency: 'btc',
            daily_budget: '100000'
          }
        }
      },
      status: 201,
      payload: 'the creative’s and the payment model’s attributes',
      has: ['data.id', 'included.0.type']
    },
    {
      call: 'GET /api/v1/campaigns/{id}',
      path: `/api/v1/campaigns/${ids.campaign}`,
      status: 200,
      payload: '',
      has: [
        'data.attributes.state',
        'included.0.attributes.language',
        'included.0.attributes.link_text',
        'included.0.attributes.creative_link',
        'included.0.attributes.creative_text',
        'included.0.attributes.rating'
      ]
    },
    {
      call: 'GET /api/v1/campaigns/{id}/traffic_statistic',
      path: `/api/v1/campaigns/${ids.campaign}/traffic_statistic?${attribute('currency', 'btc')}&${attribute('daily_budget', '100000')}&${attribute('max_cpm', '5000')}`,
      status: 200,
      payload:
        '`data[attributes][currency]`, `data[attributes][daily_budget]`, optional `data[attributes][max_cpm]`',
      has: ['data.attributes.ad_units_count', 'data.attributes.banner_sizes']
    },
    {
      call: 'PUT /api/v1/campaign_payment_models/{id}',
      path: `/api/v1/campaign_payment_models/${ids.campaign}`,
      body: {
        data: {
          type: 'campaign_payment_models',
          attributes: {
            currency: 'satoshi',
            traffic_type: 'cpd',
            daily_budget: '200000',
            max_cpm: null,
            total_budget: '5000000'
          }
        }
      },
      status: 204,
      payload: 'currency, traffic_type, daily_budget, max_cpm, total_budget',
      has: []
    },
    {
      call: 'GET /api/v1/users/{userId}/notifications',
      path: `/api/v1/users/${ids.user}/notifications?page[offset]=0&page[limit]=10&sort=-created_at&filter[read_at_blank]=1`,
      status: 200,
      payload: '`page[offset]`, `page[limit]`, `sort=-created_at`, `filter[read_at_blank]=1`',
      has: ['data.0.attributes.created_at', 'meta.pagination.records', 'meta.totalUnreadCount']
    },
    {
      call: 'PATCH /api/v1/notifications/{id}/read',
      path: `/api/v1/notifications/${ids.notification}/read`,
      status: 204,
      payload: '',
      has: []
    },
    {
      call: 'PATCH /api/v1/users/{userId}/notifications/read',
      path: `/api/v1/users/${ids.user}/notifications/read`,
      status: 204,
      payload: '',
      has: []
    },
    {
      call: 'GET /api/v1/traffic_sources',
      path: `/api/v1/traffic_sources?${attribute('category_ids', '10')}&${attribute('ad_unit_ids', ids.unit ?? '')}&${attribute('site_ids', ids.site ?? '')}&${attribute('traffic_pack_ids', ids.pack ?? '')}`,
      status: 200,
      payload:
        '`data[attributes][category_ids]`, `[ad_unit_ids]`, `[site_ids]`, `[traffic_pack_ids]`, each repeated, also as `[][id]`',
      has: [
        'data.0.type',
        'data.1.id',
        'data.2.attributes.kind',
        'data.3.relationships.campaign_targets'
      ]
    },
    {
      call: 'GET /api/v1/search',
      path: '/api/v1/search?filter[type]=sites&filter[query]=one&page[offset]=0&page[limit]=15',
      status: 200,
      payload: '`filter[type]=sites`, `filter[query]`, `page[offset]`, `page[limit]`',
      has: [
        'data.0.attributes.domain_name',
        'data.0.attributes.avg_all_cpm',
        'data.0.attributes.avg_all_impressions',
        'meta.categories',
        'meta.total_records',
        'meta.pagination.records'
      ]
    },
    {
      call: 'POST /api/v1/banners',
      path: '/api/v1/banners',
      form: bannerForm,
      status: 201,
      payload: 'multipart: `data[image]`, `data[advert_attributes][banner_ids][]`',
      has: ['data.id', 'data.attributes.width', 'data.attributes.height', 'data.attributes.source']
    },
    {
      call: 'DELETE /banners/{id}',
      path: `/banners/${ids.banner}`,
      status: 204,
      payload: '',
      has: []
    },
    {
      call: 'POST /api/v1/traffic_statistics',
      path: '/api/v1/traffic_statistics',
      body: {
        data: {
          type: 'traffic_statistics',
          attributes: {
            language: 'en',
            rating: null,
            selected_site_ids: [ids.site],
            blocked_site_ids: [],
            selected_ad_unit_ids: [],
            blocked_ad_unit_ids: [],
            selected_category_ids: ['10'],
            blocked_category_ids: [],
            coupon_code: null,
            banners_only: false,
            banner_sizes: ['300x250']
          }
        }
      },
      status: 200,
      payload: 'the attributes of section 3',
      has: [
        'data.attributes.ad_units_count',
        'meta.traffic_sources.total',
        'meta.selected_category_ids.0'
      ]
    },
    {
      call: 'GET /api/v1/traffic_selections',
      path: '/api/v1/traffic_selections?page[number]=1&page[size]=7&sort=-avg_all_cpm&filter[visible_categories_id_in][]=10',
      status: 200,
      payload:
        '`page[number]`, `page[size]`, `sort`, `filter[visible_categories_id_in][]` or `filter[query]`',
      has: ['data.0.attributes.domain_name', 'meta.pagination.records']
    },
    {
      call: 'GET /api/v1/users/{userId}/finances/history',
      path: `/api/v1/users/${ids.user}/finances/history`,
      status: 200,
      payload: '',
      has: ['data', 'meta.pagination.records']
    },
    {
      call: 'GET /api/v1/users/{userId}/finances/stats',
      path: `/api/v1/users/${ids.user}/finances/stats`,
      status: 200,
      payload: '',
      has: ['data']
    },
    {
      call: 'GET /api/v1/users/{userId}/finances/balances',
      path: `/api/v1/users/${ids.user}/finances/balances`,
      status: 200,
      payload: '',
      has: ['data.0.attributes.currency', 'data.0.attributes.available']
    },
    {
      call: 'POST /api/v1/deposit_addresses',
      path: '/api/v1/deposit_addresses',
      body: depositAddress('BTC'),
      status: 201,
      payload: '`depositable_id`, `depositable_type`, `token_code`',
      has: ['data.id', 'data.attributes.address', 'data.attributes.token_code']
    },
    {
      call: 'POST /api/v1/deposit_addresses',
      path: '/api/v1/deposit_addresses',
      body: depositAddress('USDT'),
      status: 422,
      payload: 'the same with a token of a chain that is not connected',
      has: ['errors.0.code', 'errors.0.source.pointer']
    },
    {
      call: 'GET /api/v1/depositables/{id}/addresses',
      path: `/api/v1/depositables/${ids.user}/addresses?depositable_type=user`,
      status: 200,
      payload: '`depositable_type`',
      has: ['data.0.attributes.address', 'meta.currencies']
    },
    {
      call: 'GET /api/v1/currencies',
      path: '/api/v1/currencies',
      status: 200,
      payload: '',
      has: ['data.0.attributes.code', 'data.0.attributes.usd_rate']
    },
    {
      call: 'GET /api/v1/traffic_estimations',
      path: '/api/v1/traffic_estimations?type=traffic_estimations&impressions=1000000&category_ids=10',
      status: 200,
      payload: '`type=traffic_estimations` and parameters',
      has: ['data.attributes.impressions']
    },
    {
      call: 'GET /api/v1/publication_offers',
      path: '/api/v1/publication_offers?filter[publication_offer_type_in]=article&filter[languages_code_in]=en&filter[categories_name_in]=bitcoin&filter[price_us_cents_gteq]=1&filter[price_us_cents_lteq]=1000000&sort=-price_us_cents&page[number]=1',
      status: 200,
      payload: 'the catalog’s query keys',
      has: [
        'data.0.attributes.name',
        'data.0.attributes.price_us_cents',
        'data.0.attributes.publication_offer_type',
        'data.0.attributes.domain_name',
        'data.0.attributes.languages',
        'data.0.attributes.categories'
      ]
    },
    {
      call: 'GET /api/v1/publication_offers/preview',
      path: '/api/v1/publication_offers/preview?limit=3',
      status: 200,
      payload: '`limit=3`',
      has: ['data.0.id']
    },
    {
      call: 'GET /api/v1/publication_offers/{id}',
      path: `/api/v1/publication_offers/${ids.offer}?preview=true`,
      status: 200,
      payload: '`preview`',
      has: ['data.attributes.description', 'meta.similar', 'meta.same_publisher']
    }
  ]
}

const depositAddress = (token_code: string) => ({
  data: {
    type: 'deposit_addresses',
    attributes: { depositable_id: ids.user, depositable_type: 'user', token_code }
  }
})

async function bannerForm(): Promise<FormData> {
  const background = { r: 20, g: 40, b: 60 }
  const picture = await sharp({ create: { width: 300, height: 250, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('data[image]', new File([new Uint8Array(picture)], 'banner.png'))
  return form
}

test('every call of section 7 takes and answers what is specified', async () => {
  const lines: string[] = []
  // The rows are built again each time, because the response to one call is part of the next one's path.
  for (let row = rows()[0]; row; row = rows()[lines.length]) lines.push(await runRow(row))
  await expectDocument('docs/api/conformance.md', documentOf(lines))
}, 60_000)

async function runRow(row: Row): Promise<string> {
  const method = row.call.split(' ')[0] ?? ''
  const sent = row.form ? await row.form() : row.body
  const answer =
    method === 'GET'
      ? await stranger.read(row.path)
      : await stranger.write(method, row.path, sent, row.headers)
  expect(answer.status, `${row.call}: ${JSON.stringify(answer.body)}`).toBe(row.status)
  for (const place of row.has)
    expect(valueAt(answer.body, place), `${row.call} ${place}`).toBeDefined()
  if (row.call === 'POST /api/v1/campaigns') ids.campaign = answer.body.data.id
  if (row.call === 'POST /api/v1/banners') ids.banner = answer.body.data.id
  if (row.call === 'POST /api/v1/user/sign_in')
    expect(answer.headers.get('authorization')).toMatch(/^Bearer /)
  const places = row.has.map(it => `\`${it}\``).join(', ')
  return `| \`${row.call}\` | ${row.status} | ${row.payload || '–'} | ${places || '–'} |`
}

function valueAt(body: unknown, place: string): unknown {
  return place
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body)
}

function documentOf(lines: string[]): string {
  return [
    '# The calls of section 7',
    '',
    'Made by `npm run generate:docs` from a test that speaks plain HTTP without the product’s client: each row was sent and',
    'answered as it is shown here. The places of the answer are those that the test found.',
    '',
    '| call | status | what was sent | what was answered |',
    '|---|---|---|---|',
    ...lines,
    ''
  ].join('\n')
}
