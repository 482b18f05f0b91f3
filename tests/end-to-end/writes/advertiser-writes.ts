import type { Write, WriteWorld } from './write.ts'

const suggestion = 'Show the fee in dollars too'

/** Gives the first campaign another variant, which its page then lists in review. */
async function addVariant({ api }: WriteWorld): Promise<undefined> {
  const made = await api.campaigns.createVariant({
    ...{ id: '1', name: 'Rye', link_text: 'Rye at seven', creative_text: 'Baked at four.' },
    creative_link: 'https://bread.example/rye'
  })
  if (!made.ok) throw new Error(made.code)
}

export const advertiserWrites: readonly Write[] = [
  {
    call: 'POST /api/v1/campaigns/{id}/fundings',
    who: 'advertiser',
    path: '/campaigns/1/money',
    steps: [{ Amount: '0.00001' }],
    send: 'Add funds',
    count: "select count(*) from ledger_transfers where kind = 'funding'"
  },
  {
    call: 'PATCH /api/v1/campaigns/{id}',
    who: 'advertiser',
    path: '/campaigns/2',
    send: /^(Pause|Resume)$/
  },
  {
    call: 'PATCH /api/v1/campaigns/{id}',
    who: 'advertiser',
    path: '/campaigns/1/edit?step=creative',
    steps: [
      { Headline: 'A wallet for your parents' },
      'Continue',
      'Continue',
      'Continue',
      'Continue'
    ],
    send: 'Save campaign',
    shows: 'A wallet for your parents',
    count: "select count(*) from creatives where link_text = 'A wallet for your parents'"
  },
  {
    call: 'PATCH /api/v1/campaigns',
    who: 'advertiser',
    path: '/campaigns',
    steps: ['Select Larkspur, all year', 'Set daily budget', { 'Daily budget': '0.00078' }],
    send: 'Save',
    count: 'select count(distinct campaign_id) from campaign_terms where daily_budget = 78000'
  },
  {
    call: 'PUT /api/v1/campaign_payment_models/{id}',
    who: 'advertiser',
    path: '/campaigns/1/edit?step=payment',
    steps: [{ 'Daily budget': '0.00077' }, 'Continue', 'Continue'],
    send: 'Save campaign',
    shows: '0.00077'
  },
  {
    call: 'POST /api/v1/campaigns',
    who: 'advertiser',
    path: '/campaigns/new/',
    steps: [
      { Headline: 'Bread at seven', Text: 'Baked at four.', Link: 'https://bread.example/' },
      'Continue',
      'Continue',
      { 'Daily budget': '0.001' },
      'Continue',
      'Continue',
      'Submit for review'
    ],
    send: 'Submit without confirming',
    again: 'Submit for review',
    shows: 'Bread at seven',
    count: 'select count(*) from campaigns'
  },
  {
    call: 'POST /api/v1/campaigns/import',
    who: 'advertiser',
    path: '/campaigns',
    steps: [
      'Import CSV',
      {
        file: {
          name: 'bread.csv',
          text: 'link_text,creative_link,creative_text,daily_budget,name\nBread,https://bread.example/,Warm.,0.001,From a file'
        }
      }
    ],
    send: 'Import 1 change',
    shows: 'bread.csv',
    count: "select count(*) from campaigns where name = 'From a file'"
  },
  {
    call: 'DELETE /api/v1/campaigns/{id}',
    who: 'advertiser',
    path: '/campaigns/3',
    steps: ['Archive'],
    send: 'Archive',
    count: "select count(*) from campaigns where state = 'archived'"
  },
  {
    call: 'POST /api/v1/campaigns/{id}/variants',
    who: 'advertiser',
    path: '/campaigns/1/creative',
    steps: ['Add variant', { Headline: 'A wallet on paper', Text: 'It needs no power.' }],
    send: 'Submit for review',
    count: "select count(*) from creatives where link_text = 'A wallet on paper'"
  },
  {
    call: 'PATCH /api/v1/campaigns/{id}/variants/{variant_id}',
    who: 'advertiser',
    path: '/campaigns/1/creative',
    setup: addVariant,
    steps: ['Edit variant Rye', { Name: 'Whole grain' }],
    send: 'Save variant',
    count: "select count(*) from variants where name = 'Whole grain'"
  },
  {
    call: 'DELETE /api/v1/campaigns/{id}/variants/{variant_id}',
    who: 'advertiser',
    path: '/campaigns/1/creative',
    setup: addVariant,
    steps: ['Remove variant Rye'],
    send: 'Remove',
    over: [404],
    count: 'select count(*) from variants where removed_at is not null'
  },
  {
    call: 'PUT /api/v1/campaigns/{id}/variant_choice',
    who: 'advertiser',
    path: '/campaigns/1/creative',
    setup: addVariant,
    steps: [/^Let the better one run/],
    send: 'Save choice',
    count: "select count(*) from campaigns where variant_choice = 'best'"
  },
  {
    call: 'PATCH /api/v1/campaigns/{id}/traffic_sources/{target_id}',
    who: 'advertiser',
    path: '/campaigns/1/traffic',
    send: /^Exclude unit kettleforum\.example, 970 × 90/
  },
  {
    call: 'PATCH /api/v1/campaigns/{id}/exclusions',
    who: 'advertiser',
    path: '/reports?side=advertiser&campaign=1&by=site',
    steps: [/^Select kettleforum\.example/, 'Exclude from campaign'],
    send: 'Exclude',
    shows: '1 selected',
    count: "select count(*) from campaign_exclusions where type = 'site'"
  },
  {
    call: 'POST /api/v1/coupon_checks',
    who: 'advertiser',
    path: '/campaigns/new/',
    setup: async ({ as }) => {
      const operator = await as('operator')
      await operator.coupons.createCoupon({ code: 'BREAD-2026', effect: 'half_fee' })
      return undefined
    },
    steps: ['I have a coupon', { 'Coupon code': 'BREAD-2026' }],
    send: 'Check coupon'
  },
  {
    call: 'PATCH /api/v1/notifications/{id}/read',
    who: 'advertiser',
    path: '/notifications',
    send: 'Mark as read',
    says: 'Mark as read failed',
    count: 'select count(*) from notifications where read_at is not null'
  },
  {
    call: 'PATCH /api/v1/users/{userId}/notifications/read',
    who: 'advertiser',
    path: '/notifications',
    send: 'Mark all as read',
    says: 'Mark as read failed'
  },
  {
    call: 'POST /api/v1/api_keys',
    who: 'advertiser',
    path: '/settings/api-keys',
    steps: [{ Name: 'Monthly report' }],
    send: 'Create API key',
    count: "select count(*) from api_keys where name = 'Monthly report'"
  },
  {
    call: 'DELETE /api/v1/api_keys/{id}',
    who: 'advertiser',
    path: '/settings/api-keys',
    steps: ['Revoke the key Nightly report'],
    send: 'Revoke',
    over: [404],
    count: 'select count(*) from api_keys where revoked_at is not null'
  },
  {
    call: 'POST /api/v1/members',
    who: 'advertiser',
    path: '/settings/team',
    steps: [{ 'Email address or name': 'colleague@larkspur.example' }],
    send: 'Send invitation',
    count: "select count(*) from account_members where name = 'colleague@larkspur.example'"
  },
  {
    call: 'DELETE /api/v1/members/{id}',
    who: 'advertiser',
    path: '/settings/team',
    steps: ['Remove bookkeeper@larkspur.example'],
    send: 'Remove',
    over: [404],
    count:
      "select 1 - count(*) from account_members where name = 'bookkeeper@larkspur.example' and ended_at is null"
  },
  {
    call: 'PUT /api/v1/memberships/{id}/acceptance',
    who: 'advertiser',
    path: '/settings/team',
    send: /^Accept the invitation of/,
    count:
      "select count(*) - 1 from account_members where name = 'Larkspur' and accepted_at is not null"
  },
  {
    call: 'DELETE /api/v1/memberships/{id}',
    who: 'advertiser',
    path: '/settings/team',
    steps: ['Leave halfpenny'],
    send: 'Leave',
    over: [404],
    count: "select count(*) from account_members where name = 'Larkspur' and ended_at is not null"
  },
  {
    call: 'POST /api/v1/report_links',
    who: 'advertiser',
    path: '/reports',
    steps: ['Share', { Name: 'For the bank' }],
    send: 'Create link',
    count: "select count(*) from report_links where name = 'For the bank'"
  },
  {
    call: 'DELETE /api/v1/report_links/{id}',
    who: 'advertiser',
    path: '/reports',
    steps: ['Share', 'Revoke the link For the agency'],
    send: 'Revoke',
    over: [404],
    count: "select 1 - count(*) from report_links where name = 'For the agency'"
  },
  {
    call: 'POST /api/v1/suggestions',
    who: 'advertiser',
    path: '/suggestions',
    steps: ['New suggestion', { Title: suggestion }],
    send: 'Submit suggestion',
    count: 'select count(*) from suggestions'
  },
  {
    call: 'DELETE /api/v1/suggestions/{id}/vote',
    who: 'advertiser',
    path: '/suggestions',
    setup: async ({ api }) => {
      const made = await api.support.createSuggestion({ title: 'A vote to take back' })
      if (!made.ok) throw new Error(made.code)
      return undefined
    },
    send: /^Vote for “A vote to take back”/
  },
  {
    call: 'POST /api/v1/suggestions/{id}/vote',
    who: 'advertiser',
    path: '/suggestions',
    setup: async ({ as }) => {
      const operator = await as('operator')
      const made = await operator.support.createSuggestion({ title: 'A vote to give' })
      if (!made.ok) throw new Error(made.code)
      return undefined
    },
    send: /^Vote for “A vote to give”/,
    count: 'select count(*) from suggestion_votes'
  },
  {
    call: 'POST /api/v1/publication_orders',
    who: 'advertiser',
    path: '/publication_orders/new?offer_id=6',
    steps: [
      { Link: 'https://larkspur.example/', Brief: 'A note on keys that are kept on paper.' },
      /^US dollars/,
      'Place order'
    ],
    send: /^Place order for/,
    shows: 'A note on keys that are kept on paper.',
    count: 'select count(*) from publication_orders'
  },
  {
    call: 'POST /api/v1/publication_orders/{id}/messages',
    who: 'advertiser',
    path: '/publication_orders/{order}',
    steps: [{ 'Your message': 'When will it be there?' }],
    send: 'Send',
    count: 'select count(*) from publication_order_messages'
  },
  {
    call: 'POST /api/v1/publication_orders/{id}/proof_checks',
    who: 'advertiser',
    path: '/publication_orders/{order}',
    send: 'Check again'
  },
  {
    call: 'PATCH /api/v1/publication_orders/{id}',
    who: 'advertiser',
    path: '/publication_orders/{order}',
    steps: ['Dispute', { Reason: 'The link is not there.' }],
    send: 'Dispute',
    count: "select count(*) from publication_order_events where to_state = 'disputed'"
  },
  {
    call: 'POST /api/v1/deposit_addresses',
    who: 'advertiser',
    path: '/finances/deposit?currency=btc&method=native&step=1',
    send: 'I understand, show the address',
    count: 'select count(*) from deposit_addresses'
  },
  {
    call: 'POST /api/v1/publication_orders/{id}/ratings',
    who: 'advertiser',
    path: '/publication_orders/{dispute}',
    setup: async ({ as, furniture }) => {
      const { marketplace } = await as('operator')
      // The dispute may already be decided.
      await marketplace.decideDispute({ id: furniture.dispute, decision: 'dismiss', reason: 'So' })
      return undefined
    },
    steps: [{ 'Comment optional': 'Well done.' }],
    send: 'Submit rating',
    count: 'select count(*) from publication_order_ratings'
  },
  {
    call: 'POST /api/v1/ad_units/{id}/previews',
    who: 'advertiser',
    path: '/campaigns/1/creative',
    send: 'Open the page'
  },
  {
    call: 'DELETE /api/v1/banners/{id}',
    who: 'advertiser',
    path: '/campaigns/1/edit?step=banners',
    send: 'Remove larkspur-320x50.webp',
    over: [404, 422]
  },
  {
    call: 'POST /api/v1/publication_attachments',
    who: 'advertiser',
    path: '/publication_orders/new?offer_id=6',
    send: { upload: [300, 250] }
  }
]
