import type { User, UserDocument } from '@mille/api/accounts/endpoints.ts'
import type { AdUnit, HouseAd } from '@mille/api/ad-units/endpoints.ts'
import { newUnitSettings } from '@mille/api/ad-units/new-unit-settings.ts'
import type { Banner } from '@mille/api/banners/endpoints.ts'
import type {
  Campaign,
  CampaignDocument,
  Creative,
  PaymentModel,
  Variant,
  VariantList
} from '@mille/api/campaigns/endpoints.ts'
import { emptySelection } from '@mille/api/campaigns/selection-names.ts'
import type { VariantChoice } from '@mille/api/constants.ts'
import type { Site } from '@mille/api/sites/endpoints.ts'

/** Documents in the form of the server's answers, for tests. */

const elsewhere = { links: { related: '/api/v1/' } }

export function sampleUser(attributes: Partial<User['attributes']> = {}): UserDocument {
  return {
    data: {
      type: 'users',
      id: '7',
      attributes: {
        email: 'ada@example.com',
        username: null,
        roles: [],
        locale: 'en',
        time_zone: 'UTC',
        display_currency: null,
        advertiser_name: null,
        billing_details: null,
        first_steps: {},
        non_withdrawable_balance: '0',
        ...attributes
      },
      relationships: {
        profile: { data: null },
        publisher: { data: null },
        advertiser: { data: null }
      }
    },
    included: [
      { type: 'publishers', id: '7', relationships: { ad_units: elsewhere } },
      {
        type: 'advertisers',
        id: '7',
        relationships: { campaigns: elsewhere, publication_orders: elsewhere }
      }
    ],
    meta: {
      total_balance: '0',
      total_campaigns_balance: '0',
      total_ad_units_balance: '0',
      unprocessed_deposits_amount: '0',
      unprocessed_withdrawals_amount: '0',
      telegram_notifications_linked: false,
      jwt_nolt_token: null,
      feedback_url: null,
      is_account_code_unsaved: false,
      premium_contact: null,
      suspension: null,
      unread_chat_messages_count: 0,
      look_around: null,
      viewing: null,
      viewable_accounts: [],
      unread_notifications_count: 0
    }
  }
}

export function sampleBanner(id: string): Banner {
  const attributes = {
    file_name: `${id}.png`,
    width: 300,
    height: 250,
    size: '300x250',
    source: `/media/${id}`
  }
  return { type: 'banners', id, attributes }
}

export function sampleCampaign(id: string, attributes: Partial<Campaign['attributes']> = {}) {
  const creativeId = `1${id}`
  const modelId = `2${id}`
  const campaign: Campaign = {
    type: 'campaigns',
    id,
    attributes: {
      state: 'active',
      name: null,
      utm_source: null,
      utm_medium: null,
      utm_campaign: null,
      utm_content: null,
      utm_term: null,
      asset: 'BTC',
      balance: '100000',
      spent: '2500',
      created_at: '2026-11-01T00:00:00.000Z',
      hours: null,
      hours_time_zone: null,
      countries: null,
      devices: null,
      systems: null,
      page_languages: null,
      page_keywords: null,
      site_share_percent: null,
      starts_at: null,
      ends_at: null,
      dates_state: 'open',
      auto_fund: false,
      auto_fund_daily_max: null,
      auto_fund_total_max: null,
      auto_funded_today: '0',
      auto_funded: '0',
      ...emptySelection,
      ...attributes
    },
    relationships: {
      creative: { data: { type: 'creatives', id: creativeId } },
      payment_model: { data: { type: 'campaign_payment_models', id: modelId } }
    }
  }
  const creative = sampleCreative(creativeId, id)
  const model = samplePaymentModel(modelId)
  return { campaign, creative, model, included: [creative, model, sampleBanner('5')] }
}

function sampleCreative(id: string, campaignId: string): Creative {
  return {
    type: 'creatives',
    id,
    attributes: {
      state: 'live',
      language: 'en',
      link_text: `Headline ${campaignId}`,
      creative_link: 'https://example.com/',
      creative_text: 'Text',
      creative_action: null,
      rating: null,
      product_category: null,
      banners_only: false,
      banner_ids: ['5'],
      advert_logo: null,
      advert_illustration: null,
      coupon_code: null,
      rejected_reason: null
    },
    relationships: { banners: { data: [{ type: 'banners', id: '5' }] } }
  }
}

function samplePaymentModel(id: string): PaymentModel {
  return {
    type: 'campaign_payment_models',
    id,
    attributes: {
      currency: 'btc',
      traffic_type: 'cpd',
      daily_budget: '5000',
      max_cpm: null,
      total_budget: null,
      coming: null
    }
  }
}

export function sampleCampaignDocument(
  id: string,
  attributes: Partial<Campaign['attributes']> = {}
): CampaignDocument {
  const { campaign, included } = sampleCampaign(id, attributes)
  return { data: campaign, included }
}

type SampleVariant = Partial<Pick<Variant['attributes'], 'name' | 'weight' | 'is_live'>> &
  Partial<Pick<Creative['attributes'], 'state' | 'link_text' | 'rejected_reason'>>

/** Variants with the IDs 1, 2, and so on; those of their creatives, of which each has one version, are 11, 12, and so on. */
export function sampleVariants(
  variants: readonly SampleVariant[],
  choice: VariantChoice = 'weights'
): VariantList {
  const all = variants.map((it, index) => {
    const { state = 'live', link_text = `Headline ${index + 1}`, rejected_reason = null } = it
    const { name = 'ABCDEF'.charAt(index), weight = 1, is_live = state === 'live' } = it
    const creative = sampleCreative(`1${index + 1}`, '1')
    const attributes = {
      ...{ name, weight, is_live, creative_ids: [creative.id] },
      created_at: '2026-11-01T00:00:00.000Z'
    }
    return {
      variant: {
        ...{ type: 'variants' as const, id: String(index + 1), attributes },
        relationships: { creative: { data: { type: 'creatives' as const, id: creative.id } } }
      },
      creative: {
        ...creative,
        attributes: { ...creative.attributes, state, link_text, rejected_reason, banner_ids: [] },
        relationships: { banners: { data: [] } }
      }
    }
  })
  return {
    data: all.map(it => it.variant),
    included: all.map(it => it.creative),
    meta: { variant_choice: choice }
  }
}

export function sampleSite(
  id: string,
  { language = 'en', categories = ['10'] }: { language?: string; categories?: string[] } = {}
): Site {
  return {
    type: 'sites',
    id,
    attributes: {
      domain_name: 'blog.example',
      state: 'verified',
      language,
      verification: {
        token: 'token',
        meta_tag: '<meta name="mille-site-verification" content="token">',
        file_path: '/.well-known/mille.txt',
        dns_name: '_mille.blog.example',
        dns_text: 'token'
      },
      created_at: '2026-11-01T00:00:00.000Z'
    },
    relationships: {
      categories: { data: categories.map(it => ({ type: 'categories' as const, id: it })) }
    }
  }
}

export function sampleHouseAd(
  id: string,
  attributes: Partial<HouseAd['attributes']> = {}
): HouseAd {
  return {
    type: 'house_ads',
    id,
    attributes: {
      text: 'Our own book',
      link: 'https://blog.example/book',
      weight: 10,
      starts_at: null,
      ends_at: null,
      created_at: '2026-11-01T00:00:00.000Z',
      banners: [],
      ...attributes
    }
  }
}

export function sampleAdUnit(id: string): AdUnit {
  return {
    type: 'ad_units',
    id,
    attributes: {
      name: `Unit ${id}`,
      page_url: 'https://blog.example/',
      kind: 'site',
      state: 'active',
      size: '300x250',
      screen_type: 'desktop',
      ad_type: 'mixed',
      disallowed_ratings: ['nsfw'],
      impressions: 1_000_000,
      settings: newUnitSettings,
      fallback: 'invitation',
      fallback_url: null,
      floor: null,
      balances: { BTC: '0', USD: '0' },
      created_at: '2026-11-01T00:00:00.000Z'
    },
    relationships: { site: { data: { type: 'sites', id: '1' } } }
  }
}
