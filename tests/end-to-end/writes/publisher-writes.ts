import type { Step, Write, WriteWorld } from './write.ts'

export const publisherWrites: readonly Write[] = [
  {
    call: 'PATCH /api/v1/ad_units/{id}',
    who: 'publisher',
    path: '/ad-units/1/placement',
    steps: [{ Name: 'Blog, above everything' }],
    send: 'Save settings',
    count: "select count(*) from ad_units where name = 'Blog, above everything'"
  },
  {
    call: 'PATCH /api/v1/ad_units/{id}',
    who: 'publisher',
    path: '/ad-units/2/placement',
    steps: [/^Sticky/],
    send: 'Save appearance'
  },
  {
    call: 'PATCH /api/v1/ad_units/{id}',
    who: 'publisher',
    path: '/ad-units/3/placement',
    steps: [/^Nothing The unit/],
    send: 'Save'
  },
  {
    call: 'POST /api/v1/ad_units/{id}/house_ads',
    who: 'publisher',
    path: '/ad-units/3/placement',
    // The page also has a field for the color of texts, so the first field is one that only the dialog has.
    steps: ['Add house ad', { Weight: '10', Text: 'Our own shop', Link: 'https://shop.example/' }],
    send: 'Save',
    count: "select count(*) from house_ads where text = 'Our own shop'"
  },
  {
    call: 'PATCH /api/v1/house_ads/{id}',
    who: 'publisher',
    path: '/ad-units/3/placement',
    setup: async ({ server }) => {
      await addHouseAd(server, 'Our own book')
      return {}
    },
    steps: ['Edit “Our own book”', { Weight: '20', Text: 'Our new book' }],
    send: 'Save',
    count: "select count(*) from house_ads where text = 'Our new book'"
  },
  {
    call: 'DELETE /api/v1/house_ads/{id}',
    who: 'publisher',
    path: '/ad-units/3/placement',
    setup: async ({ server }) => {
      await addHouseAd(server, 'Our own letter')
      return {}
    },
    steps: ['Remove “Our own letter”'],
    send: 'Remove',
    over: [404],
    // One row less counts as one more.
    count: "select 1 - count(*) as count from house_ads where text = 'Our own letter'"
  },
  {
    call: 'POST /api/v1/block_rules',
    who: 'publisher',
    path: '/ad-units/blocking',
    steps: ['Block domains', { Domains: 'shop.example' }],
    send: 'Block',
    count: "select count(*) from block_rules where domain = 'shop.example'"
  },
  {
    call: 'DELETE /api/v1/block_rules/{id}',
    who: 'publisher',
    path: '/ad-units/blocking',
    setup: async ({ server }) => {
      await server.query(
        "insert into block_rules (user_id, kind, domain, created_at) select user_id, 'domain', 'casino.example', now() from ad_units where id = 1"
      )
      return {}
    },
    send: 'Remove the rule for casino.example',
    over: [404],
    count: "select count(*) from block_rules where domain = 'casino.example'"
  },
  {
    call: 'POST /api/v1/approval_rules',
    who: 'publisher',
    path: '/ad-units/approval',
    send: /^Approve “/,
    count: "select count(*) from approval_rules where kind = 'creative'"
  },
  {
    call: 'DELETE /api/v1/approval_rules/{id}',
    who: 'publisher',
    path: '/ad-units/approval',
    setup: async ({ server }) => {
      await server.query(
        "insert into approval_rules (user_id, kind, created_at) select user_id, 'only_approved', now() from ad_units where id = 1"
      )
      return {}
    },
    send: 'Show only ads that I approved',
    over: [404],
    // One row less counts as one more.
    count: "select 1 - count(*) as count from approval_rules where kind = 'only_approved'"
  },
  {
    call: 'DELETE /api/v1/approval_rules/{id}',
    who: 'publisher',
    path: '/ad-units/approved',
    setup: async ({ server }) => {
      await server.query(
        "insert into approval_rules (user_id, kind, creative_id, created_at) select user_id, 'advertiser', (select min(id) from creatives where state = 'live'), now() from ad_units where id = 1"
      )
      return {}
    },
    send: /^Take back the approval of /,
    over: [404],
    // One row less counts as one more.
    count: "select 1 - count(*) as count from approval_rules where kind = 'advertiser'"
  },
  {
    call: 'PATCH /api/v1/sites/{id}',
    who: 'publisher',
    path: '/ad-units/1/placement',
    steps: ['Business'],
    send: 'Save site details',
    count: 'select count(*) from site_categories'
  },
  {
    call: 'POST /api/v1/ad_units/{id}/code_checks',
    who: 'publisher',
    path: '/ad-units/1/placement',
    steps: [{ 'Is the code on the page?': 'http://127.0.0.1:1/blog' }],
    send: 'Check the page',
    again: 'Check again'
  },
  {
    call: 'POST /api/v1/ad_units/{id}/previews',
    who: 'publisher',
    path: '/ad-units/1/placement',
    send: 'Open your page'
  },
  {
    call: 'DELETE /api/v1/ad_units/{id}',
    who: 'publisher',
    path: '/ad-units/5',
    steps: ['Archive'],
    send: 'Archive',
    over: [404],
    count: "select count(*) from ad_units where state = 'archived'"
  },
  {
    call: 'POST /api/v1/publication_offers',
    who: 'publisher',
    path: '/marketplace/become_publisher',
    // The operator has rejected the site in a separate write.
    setup: async ({ server }) => {
      await server.query(
        "update sites set state = 'verified', rejected_reason = null where domain_name like 'localhost%'"
      )
      return {}
    },
    steps: [
      'Site',
      /^localhost/,
      'Type',
      'Newsletter',
      'Blogs',
      {
        Name: 'A line in the Monday letter',
        Description: 'One plain sentence and a link, read by four thousand people.',
        'Price (USD)': '90'
      }
    ],
    send: 'Submit for review',
    count: 'select count(*) from publication_offers'
  },
  {
    call: 'PATCH /api/v1/publication_offers/{id}',
    who: 'publisher',
    path: '/publication_offers/6',
    steps: [{ 'Price (USD)': '125' }],
    send: 'Save',
    count: 'select count(*) from publication_offers where price_us_cents = 12500'
  },
  {
    call: 'DELETE /api/v1/publication_offers/{id}',
    who: 'publisher',
    path: '/publication_offers/{offer}',
    setup: async ({ server }) => {
      const [row] = await server.query(
        'select id from publication_offers where user_id = (select user_id from publication_offers where id = 6) and id <> 6 order by id limit 1'
      )
      return { offer: String(row?.id) }
    },
    steps: ['Take down'],
    send: 'Take down',
    count: "select count(*) from publication_offers where state = 'archived'"
  },
  {
    call: 'POST /api/v1/sites',
    who: 'publisher',
    path: '/ad-units/new/',
    steps: unitSteps('http://127.0.0.1:7001/'),
    send: 'Create the ad unit',
    shows: '127.0.0.1:7001',
    count: 'select count(*) from sites'
  },
  {
    call: 'POST /api/v1/ad_units',
    who: 'publisher',
    path: '/ad-units/new/',
    steps: unitSteps('http://127.0.0.1:7002/'),
    send: 'Create the ad unit',
    shows: '127.0.0.1:7002',
    count: 'select count(*) from ad_units'
  },
  {
    call: 'POST /api/v1/sites/{id}/verification',
    who: 'publisher',
    path: '/ad-units/{unit}/placement',
    setup: async ({ api }) => {
      const page_url = 'http://127.0.0.1:1/'
      await api.sites.createSite({ page_url })
      const unit = await api.adUnits.createAdUnit({ page_url })
      return unit.ok ? { unit: unit.value.data.id } : undefined
    },
    send: 'Check now',
    over: [422]
  },
  {
    call: 'POST /api/v1/publication_offer_logos',
    who: 'publisher',
    path: '/publication_offers/6',
    send: { upload: [256, 256] }
  }
]

async function addHouseAd(server: WriteWorld['server'], text: string): Promise<void> {
  await server.query(
    `insert into house_ads (unit_id, text, link, weight, created_at) values (3, '${text}', 'https://shop.example/', 10, now())`
  )
}

/** Goes through the wizard from its first page to its last. */
function unitSteps(page: string): readonly Step[] {
  const go = 'Continue'
  return [{ 'Page URL': page }, go, go, go, go, go, go, go, 'Bitcoin', go]
}
