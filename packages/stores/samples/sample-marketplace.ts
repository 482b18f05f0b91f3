import {
  listDisputes,
  listOffers,
  listOrderMessages,
  listOrders,
  listPendingOffers,
  type Offer,
  type OfferDocument,
  type Order,
  type OrderDocument,
  previewDescription,
  previewOffers,
  readDispute,
  readOffer,
  readOrder,
  type WholeOffer
} from '@mille/api/marketplace/endpoints.ts'
import { type Given, given } from './sample-answer.ts'
import { pages, sampleMoment } from './sample-moments.ts'

const sampleParagraph: WholeOffer['attributes']['description_tree'][number] = {
  kind: 'paragraph',
  children: [
    { kind: 'text', text: 'We write ' },
    { kind: 'strong', children: [{ kind: 'text', text: 'eight hundred words' }] },
    { kind: 'text', text: ' about what you make, and keep them online.' }
  ]
}

const offers = [
  sampleOffer('6', { name: 'An article about your product' }),
  sampleOffer('7', { name: 'A place in the newsletter', publication_offer_type: 'newsletter' }),
  sampleOffer('8', { name: 'A video review', publication_offer_type: 'video', rating: null })
] as const

const offerDocument: OfferDocument = {
  data: offers[0],
  meta: {
    similar: [offers[1]],
    same_publisher: [offers[2]],
    is_own: false,
    rejected_reason: null,
    site_id: null,
    site: { for_sale: '1', verified_at: sampleMoment(60), impressions: 120_000 },
    price: { USD: '25000000000', BTC: '384615' },
    ratings: [{ stars: 5, comment: 'Quick and honest.', created_at: sampleMoment(9) }]
  }
}

/** An offer as its publisher sees it. */
export const sampleOwnOffer = given(readOffer, {
  ...offerDocument,
  meta: { ...offerDocument.meta, is_own: true, site_id: '1' }
})

/** An offer whose site has no ad units that a campaign can select. */
export const sampleOfferOffSale = given(readOffer, {
  ...offerDocument,
  meta: { ...offerDocument.meta, site: { for_sale: null, verified_at: null, impressions: 0 } }
})

export const sampleMarketplace: readonly Given[] = [
  given(previewOffers, { data: [...offers], meta: { styles: null } }),
  given(listOffers, {
    data: [...offers],
    meta: {
      ...pages(3),
      facets: {
        publication_offer_type: [
          { value: 'article', count: 1 },
          { value: 'newsletter', count: 1 },
          { value: 'video', count: 1 }
        ],
        languages: [{ value: 'en', count: 3 }],
        categories: [{ value: 'bitcoin', count: 3 }],
        sites: [{ value: 'blog.example', count: 3 }],
        promotion_level: [{ value: '0', count: 3 }]
      }
    }
  }),
  given(readOffer, offerDocument),
  given(previewDescription, {
    data: {
      type: 'publication_offer_previews',
      id: '1',
      attributes: { description_tree: [sampleParagraph] }
    }
  }),
  given(listOrders, {
    data: [order('1', { state: 'published' }), order('2', { state: 'completed', due_at: null })],
    meta: pages(2)
  }),
  given(readOrder, orderDocument('1', { state: 'published' })),
  given(listOrderMessages, {
    data: [message('1', 'publisher', 'It is online.'), message('2', 'advertiser', 'Thank you!')],
    meta: pages(2)
  }),
  given(listPendingOffers, {
    data: [sampleOffer('9', { state: 'pending', name: 'A press release' })],
    meta: pages(1)
  }),
  given(listDisputes, {
    data: [order('3', { state: 'disputed', side: 'operator' })],
    meta: pages(1)
  }),
  given(readDispute, orderDocument('3', { state: 'disputed', side: 'operator', next_states: [] }))
]

function sampleOffer(id: string, attributes: Partial<Offer['attributes']> = {}): WholeOffer {
  return {
    type: 'publication_offers',
    id,
    attributes: {
      name: `Offer ${id}`,
      description: 'We write **eight hundred words** about what you make, and keep them online.',
      summary: 'We write eight hundred words about what you make, and keep them online.',
      description_tree: [sampleParagraph],
      publication_offer_type: 'article',
      state: 'live',
      domain_name: 'blog.example',
      logo: null,
      languages: ['en'],
      categories: ['bitcoin', 'news'],
      sites: ['blog.example'],
      included: ['800 words', 'One link'],
      turnaround_days: 5,
      price_us_cents: 25_000,
      rating: 4.5,
      ratings_count: 12,
      promotion_level: 0,
      ...attributes
    }
  }
}

function order(id: string, attributes: Partial<Order['attributes']>): Order {
  return {
    type: 'publication_orders',
    id,
    attributes: {
      state: 'placed',
      side: 'advertiser',
      offer_id: '6',
      name: 'An article about your product',
      publication_offer_type: 'article',
      domain_name: 'blog.example',
      included: ['800 words', 'One link'],
      turnaround_days: 5,
      price_us_cents: 25_000,
      asset: 'BTC',
      amount: '384615',
      rate: '6500000000000',
      fee_basis_points: 1_000,
      released: '0',
      refunded: '0',
      target_url: 'https://shop.example/',
      brief: 'Please write about the wallet and how it keeps its keys.',
      proof_url: 'https://blog.example/wallet',
      proof: {
        checked_at: sampleMoment(0),
        is_reachable: true,
        status: 200,
        problem: null,
        is_on_site: true,
        has_link: true,
        rel: ['sponsored']
      },
      proof_lost_at: null,
      due_at: sampleMoment(-6),
      confirmed_at: null,
      created_at: sampleMoment(8),
      next_states: ['confirmed', 'disputed'],
      ...attributes
    }
  }
}

function orderDocument(id: string, attributes: Partial<Order['attributes']>): OrderDocument {
  return {
    data: order(id, attributes),
    meta: {
      attachments: [
        {
          id: '1',
          file_name: 'logo.png',
          content_type: 'image/png',
          size: 24_000,
          source: '/api/v1/publication_orders/1/attachments/1'
        }
      ],
      events: [
        event(null, 'placed', 'advertiser', 8),
        event('placed', 'accepted', 'publisher', 7),
        event('accepted', 'published', 'publisher', 1)
      ],
      releases: [],
      rating: null
    }
  }
}

type Event = OrderDocument['meta']['events'][number]

function event(
  from: Event['from_state'],
  to: Event['to_state'],
  actor: Event['actor'],
  daysAgo: number
): Event {
  return { from_state: from, to_state: to, actor, reason: null, at: sampleMoment(daysAgo) }
}

function message(id: string, side: 'advertiser' | 'publisher', body: string) {
  return {
    type: 'publication_order_messages' as const,
    id,
    attributes: { body, side, is_own: side === 'advertiser', created_at: sampleMoment(1) }
  }
}
