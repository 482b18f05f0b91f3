import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect, type Page } from 'playwright/test'
import { type BrowserAccount, openAccount } from './browser-account.ts'
import { hostileWords } from './hostile-words.ts'
import { type PublisherPage, startPublisherPage } from './publisher-page.ts'
import { test } from './test.ts'

/** `npm test` shows a random part of the texts, `npm run prove` all of them. */
const groups = process.env.MILLE_PROOF === 'full' ? 10 : 3
const words = hostileWords(50 * groups, 8)

let server: ServerProcess
let site: PublisherPage
let owner: BrowserAccount

test.beforeAll(async ({ browser }) => {
  server = await startServerProcess()
  site = await startPublisherPage()
  // Without the content policy, which would hide that a text was able to run.
  owner = await openAccount(browser, server.url, { bypassCSP: true })
  expect((await server.mille('admin', owner.id)).code).toBe(0)
  await fill(Number(owner.id))
})
test.afterAll(async () => {
  await site.stop()
  await server.dispose()
})

test('the canary is heard where a page takes such texts for markup', async ({ browser }) => {
  const page = await browser.newPage({ bypassCSP: true })
  const hits = await watch(page)
  await page.goto(site.url)
  await page.evaluate(text => document.write(text), words.join('\n'))
  await expect.poll(() => hits.length).toBeGreaterThan(0)
  expect((await hostileNodes(page)).length).toBeGreaterThan(0)
  await page.close()
})

test(`${words.length} hostile texts in every text of the product run nothing`, async () => {
  const { page } = owner
  const hits = await watch(page)
  const shown = new Map<string, number>()
  for (const path of paths()) shown.set(path, await look(page, server.url + path))
  // Each of these pages shows some of the texts; otherwise the test would prove nothing.
  expect([...shown].filter(([, count]) => count === 0)).toEqual([])
  expect(hits).toEqual([])
})

test('short texts, which come and go, run nothing either', async () => {
  const { page } = owner
  const hits = await watch(page)
  const shown = 25
  for (let start = 0; start < words.length; start += shown) {
    await server.query(rotated(words.slice(start, start + shown)))
    expect(await look(page, `${server.url}/suggestions?sort=-created_at`)).toBeGreaterThan(shown)
  }
  expect(hits).toEqual([])
})

test('a partner’s page with the widgets runs nothing', async ({ browser }) => {
  const page = await browser.newPage({ bypassCSP: true })
  const hits = await watch(page)
  site.body = `<script type="module" src="${server.url}/embed/v1/mille.js"></script>
    <mille-announcement></mille-announcement><mille-marketplace limit="12"></mille-marketplace>
    <mille-ad unit="1" size="300x250"></mille-ad>`
  await page.goto(site.url)
  await expect(page.locator('mille-marketplace a')).toHaveCount(groups)
  await page.locator('mille-announcement').getByText('canary').first().waitFor()
  await page.locator('mille-ad').getByText('canary').first().waitFor()
  expect(await hostileNodes(page)).toEqual([])
  expect(hits).toEqual([])
  await page.close()
})

function paths(): string[] {
  const ids = Array.from({ length: groups }, (_, index) => index + 1)
  return [
    '/campaigns',
    '/ad-units',
    '/marketplace',
    '/publication_offers',
    '/publication_orders',
    '/notifications',
    '/finances/history',
    '/admin/creatives',
    '/admin/offers',
    '/admin/disputes',
    `/admin/chat/${owner.id}`,
    '/admin/users',
    '/admin/suggestions',
    '/admin/announcements',
    '/admin/audit',
    '/admin/sites',
    '/settings',
    '/settings/team',
    '/settings/api-keys',
    ...ids.flatMap(id => [
      `/campaigns/${id}`,
      `/campaigns/${id}/creative`,
      `/ad-units/${id}`,
      `/ad-units/${id}/placement`,
      `/marketplace/${id}`,
      `/publication_offers/${id}`,
      `/publication_orders/${id}`,
      `/admin/disputes/${id}`,
      `/serve/frame/${id}`
    ])
  ]
}

/** Collects which texts have run. */
async function watch(page: Page): Promise<string[]> {
  const hits: string[] = []
  await page.exposeFunction('canary', () => void hits.push(page.url())).catch(() => {})
  page.on('dialog', dialog => {
    hits.push(`dialog on ${page.url()}`)
    void dialog.dismiss()
  })
  return hits
}

/** Opens a page, expects no element made by a text, and returns how many of the texts the page shows. */
async function look(page: Page, url: string): Promise<number> {
  const answer = await page.goto(url)
  expect.soft(answer?.status(), url).toBe(200)
  await page.locator('html[data-hydrated], main').first().waitFor()
  expect.soft(await hostileNodes(page), url).toEqual([])
  return page.evaluate(() => {
    const main = document.querySelector('main')
    const typed = [...(main?.querySelectorAll('input, textarea') ?? [])].map(
      it => (it as HTMLInputElement).value
    )
    return ([main?.textContent, ...typed].join('\n').match(/canary/g) ?? []).length
  })
}

/**
 * Lists attributes that run code, addresses that run code, and elements that only the texts contain, including in
 * shadow roots.
 */
function hostileNodes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const visit = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) {
          const runs = /^on/i.test(name) || /^\s*(javascript|vbscript|data:text)/i.test(value)
          const isShown = ['value', 'title', 'aria-label', 'alt', 'download', 'content'].includes(
            name
          )
          if (runs && !isShown) found.push(`${element.localName} ${name}=${value}`)
        }
        const isStrange = /^(iframe|object|embed|marquee|math|base|video|audio|template|image)$/
        // React's own mark of a part that is still loading.
        const isMark = element.localName === 'template' && /^[BP]:\d+$/.test(element.id)
        if (isStrange.test(element.localName) && !isMark)
          found.push(element.outerHTML.slice(0, 200))
        if (element.shadowRoot) visit(element.shadowRoot)
      }
    }
    visit(document)
    return found
  })
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const packed = (group: number, separator: string) => {
  const size = words.length / groups
  return words.slice(group * size, (group + 1) * size).join(separator)
}

/** Writes directly to the tables: texts that validation refuses may be older than the validation. */
async function fill(userId: number): Promise<void> {
  await server.query(`
    insert into users (email, roles, created_at) select 'other-' || id || '@example.com', '{}', now()
    from generate_series(1, ${groups}) id`)
  const [other] = await server.query("select min(id) as id from users where email like 'other-%'")
  const otherId = Number(other?.id)
  for (let group = 0; group < groups; group++) {
    const line = quoted(packed(group, ' '))
    const text = quoted(packed(group, '\n\n'))
    const link = quoted(`https://shop.example/${packed(group, '/')}`)
    const id = group + 1
    await server.query(`
      update users set username = ${line}, utm_source = ${line} where email = 'other-${id}@example.com';
      insert into campaigns (user_id, state, currency, asset, created_at)
        values (${userId}, 'pending', 'btc', 'BTC', now());
      insert into campaign_terms (campaign_id, valid_from, asset, traffic_type, daily_budget, changed_at)
        values (${id}, now(), 'BTC', 'cpd', 1000, now());
      insert into variants (campaign_id, name, created_at) values (${id}, 'A', now());
      insert into creatives (campaign_id, variant_id, state, language, link_text, creative_link, creative_text, creative_action, banners_only, rejected_reason, created_at)
        values (${id}, ${id}, 'pending', 'en', ${line}, ${link}, ${text}, ${line}, false, ${text}, now());
      insert into ad_units (user_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions, settings, created_at)
        values (${userId}, 'app', ${line}, ${link}, '300x250', 'desktop', 'mixed', '{}', 0, ${quoted(JSON.stringify(unitSettings))}, now());
      insert into house_ads (unit_id, text, link, weight, created_at) values (${id}, ${line}, ${link}, 10, now());
      insert into sites (user_id, domain_name, origin, state, language, verification_token, verified_at, created_at)
        values (${otherId}, ${line}, ${link}, 'verified', 'en', 'token-${id}', now(), now());
      insert into api_keys (user_id, name, scopes, token_hash, token_start, created_at)
        values (${userId}, ${line}, '{statistics}', sha256('key ${id}'), 'mille_', now());
      insert into account_members (user_id, member_id, name, role, invited_at)
        select ${userId}, null, left(${line}, 254), 'viewer', now()
        union all select id, ${userId}, 'me', 'viewer', now() from users where email = 'other-${id}@example.com';
      insert into audit_entries (at, user_id, act, summary, input)
        values (now(), ${userId}, ${line}, ${line}, ${quoted(JSON.stringify({ reason: packed(group, ' ') }))});
      insert into publication_offers (user_id, publication_offer_type, state, name, description, domain_name, languages,
        categories, included, price_us_cents, created_at)
        values (${userId}, 'article', 'live', ${line}, ${text}, ${line}, array['en', ${line}], array[${line}], array[${line}], 100, now());
      insert into publication_orders (offer_id, advertiser_id, publisher_id, state, name, publication_offer_type, domain_name,
        included, turnaround_days, price_us_cents, asset, amount, fee_basis_points, target_url, brief, proof_url, proof, created_at)
        values (${id}, ${userId}, ${otherId}, 'disputed', ${line}, 'article', ${line}, array[${line}], 7, 100, 'USD',
          100000000, 2000, ${link}, ${text}, ${link}, ${quoted(JSON.stringify(proofWith(packed(group, ' '))))}, now());
      insert into publication_order_events (order_id, sequence, to_state, actor, user_id, reason, at)
        values (${id}, 1, 'disputed', 'advertiser', ${userId}, ${text}, now());
      insert into publication_order_messages (order_id, user_id, body, created_at)
        select ${id}, ${userId}, left(${text}, 4000), now();
      insert into publication_attachments (user_id, order_id, file_name, content_type, size, bytes, created_at)
        values (${userId}, ${id}, ${line}, 'text/plain', 1, 'x', now());
      insert into publication_order_ratings (order_id, offer_id, stars, comment, created_at)
        values (${id}, ${id}, 1, ${text}, now());
      insert into notifications (user_id, kind, event, data, created_at)
        values (${userId}, 'order_placed', 'test ${id}', ${quoted(JSON.stringify({ orderId: id, name: packed(group, ' ') }))}, now());
      insert into suggestions (user_id, title, description, reply, created_at)
        select ${userId}, left(${line}, 120), left(${text}, 2000), left(${line}, 500), now()`)
  }
  const messages = words.map(
    word =>
      `insert into chat_messages (user_id, author, text, created_at) values (${userId}, 'user', ${quoted(word)}, now());`
  )
  await server.query(`begin;
    insert into chat_conversations (user_id, last_message_id, last_user_message_id) values (${userId}, ${words.length}, ${words.length});
    ${messages.join('\n')} commit`)
  await server.query(`
    insert into publication_offers (user_id, publication_offer_type, state, name, description, domain_name, languages,
      categories, included, price_us_cents, created_at)
    select user_id, publication_offer_type, 'pending', name, description, domain_name, languages, categories, included,
      price_us_cents, created_at from publication_offers order by id;
    insert into announcements (header, content, link, link_text, type, starts_at, created_by, created_at)
      values (${quoted(words[0] ?? '')}, ${quoted((words[1] ?? '').padEnd(2))}, 'https://x.example/', ${quoted((words[2] ?? '').slice(0, 60))},
        'alarm', now() - interval '1 hour', ${userId}, now())`)
  await server.query(
    `update users set username = ${quoted(`Me ${packed(0, ' ')}`)} where id = ${userId}`
  )
  const credit = ['credit', String(userId), '1', 'USD', '--reason', packed(0, ' ')]
  expect((await server.mille(...credit)).code).toBe(0)
}

const unitSettings = {
  position: 'fixed',
  sticky_side: 'header',
  invitation_link: 'internal',
  look: 'card',
  font: 'own',
  color: {}
}

const proofWith = (text: string) => ({
  checked_at: '2026-03-02T10:00:00.000Z',
  is_reachable: false,
  status: 0,
  problem: text,
  is_on_site: false,
  has_link: false,
  rel: [text]
})

/** Returns SQL that puts other texts into the announcement and into the suggestions that the board shows first. */
function rotated(chunk: readonly string[]): string {
  const cases = (length: number) =>
    chunk
      .map((word, index) => `when ${index % groups} then left(${quoted(word)}, ${length})`)
      .join(' ')
  const [header = '', content = '', linkText = ''] = chunk
  return `
    insert into suggestions (user_id, title, description, reply, created_at)
      select ${owner.id}, left(word, 120), word, left(word, 500), now()
      from unnest(array[${chunk.map(quoted).join(', ')}]) word;
    update suggestions set description = case id % ${groups} ${cases(500)} end where id <= ${groups};
    update announcements set header = left(${quoted(header)}, 120), content = left(${quoted(content)}, 500),
      link_text = left(${quoted(linkText)}, 60)`
}
