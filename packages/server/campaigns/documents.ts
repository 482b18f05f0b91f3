import type { Banner } from '@mille/api/banners/endpoints.ts'
import type {
  Campaign,
  CampaignDocument,
  CampaignList,
  Creative,
  PaymentModel
} from '@mille/api/campaigns/endpoints.ts'
import type { SelectionIds } from '@mille/api/campaigns/selection-names.ts'
import type { selfFundingOutput } from '@mille/api/campaigns/self-funding.ts'
import { couponCodesOf } from '../coupons/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { balances, campaignAccount } from '../ledger/index.ts'
import {
  comingTerms,
  type DrawTerms,
  readTerms,
  type Terms,
  type TermsVersion,
  termsAt
} from '../window-holds/index.ts'
import { type BannerRow, bannersOfCreatives, picturesByIds } from './banner-queries.ts'
import { type CampaignRow, labelsOf, spentOf } from './campaign-queries.ts'
import { type CreativeRow, currentCreatives } from './creative-queries.ts'
import { drawTermsAttributes } from './draw-terms.ts'
import { datesState } from './rules.ts'
import { readSelections } from './selection.ts'
import { readSelfFundingAttributes } from './self-funding.ts'
import { visitorsAttributes } from './visitors.ts'

export async function campaignDocument(
  db: Database | Tx,
  row: CampaignRow,
  at: Date
): Promise<CampaignDocument> {
  const { data, included } = await campaignResources(db, [row], at)
  const campaign = data[0]
  if (!campaign) throw new Error('one row gives one resource')
  return { data: campaign, included }
}

/** Returns campaigns with their current creatives, the creatives' banners, and their payment terms. */
export async function campaignResources(
  db: Database | Tx,
  rows: readonly CampaignRow[],
  at: Date
): Promise<Pick<CampaignList, 'data' | 'included'>> {
  const ids = rows.map(row => row.id)
  const creatives = await currentCreatives(db, ids)
  const { data: creativeData, included } = await creativeResources(db, creatives)
  const creativeOf = new Map(creatives.map(creative => [creative.campaign_id, creative.id]))
  const moneyOf = await readMoney(db, rows)
  const selectionOf = await readSelections(db, ids)
  const termsOf = await readTerms(db, ids, at)
  const selfFundingOf = await readSelfFundingAttributes(db, rows, at)
  return {
    data: rows.map(row =>
      campaignResource(row, at, {
        creativeId: creativeOf.get(row.id) ?? null,
        money: moneyOf(row.id),
        selection: selectionOf(row.id),
        drawTerms: termsAt(termsOf(row.id), at),
        selfFunding: selfFundingOf(row)
      })
    ),
    included: [
      ...creativeData,
      ...rows.map(row => paymentModelResource(row, termsOf(row.id), at)),
      ...included
    ]
  }
}

export async function creativeResources(
  db: Database | Tx,
  rows: readonly CreativeRow[]
): Promise<{ data: Creative[]; included: Banner[] }> {
  const banners = await bannersOfCreatives(
    db,
    rows.map(row => row.id)
  )
  const pictures = await picturesByIds(
    db,
    rows.flatMap(row => [row.advert_logo ?? [], row.advert_illustration ?? []].flat())
  )
  const coupons = await couponCodesOf(
    db,
    rows.map(row => row.campaign_id)
  )
  // A banner may be in several creatives; a document includes it once.
  const distinct = new Map([...banners.values()].flat().map(banner => [banner.id, banner]))
  return {
    data: rows.map(row =>
      creativeResource(row, {
        banners: banners.get(row.id) ?? [],
        logo: pictures.get(row.advert_logo ?? 0),
        illustration: pictures.get(row.advert_illustration ?? 0),
        coupon: coupons.get(row.campaign_id) ?? null
      })
    ),
    included: [...distinct.values()].map(bannerResource)
  }
}

/** Accounts that make up a campaign's balance. Money held for a window counts until the window is charged. */
const moneyKinds = ['available', 'held', 'promotion'] as const

/** Returns a lookup of each campaign's balance and of the total it was charged so far. */
export async function readMoney(
  db: Database | Tx,
  rows: ReadonlyArray<Pick<CampaignRow, 'id' | 'asset'>>
): Promise<(id: number) => { balance: bigint; spent: bigint }> {
  const amounts =
    rows.length === 0
      ? []
      : await balances(
          db,
          rows.flatMap(row => moneyKinds.map(kind => campaignAccount(row.id, row.asset, kind)))
        )
  const spent = await spentOf(
    db,
    rows.map(row => row.id)
  )
  const balanceOf = new Map(
    rows.map((row, index) => [
      row.id,
      moneyKinds.reduce(
        (sum, _, place) => sum + (amounts[index * moneyKinds.length + place] ?? 0n),
        0n
      )
    ])
  )
  return id => ({ balance: balanceOf.get(id) ?? 0n, spent: spent.get(id) ?? 0n })
}

export function bannerResource(row: BannerRow): Banner {
  const { file_name, width, height, size } = row
  const source = `/media/banners/${row.id}/${row.hash}`
  return {
    type: 'banners',
    id: String(row.id),
    attributes: { file_name, width, height, size, source }
  }
}

/** Returns the payment terms now in force and the ones that follow. */
function paymentModelResource(
  row: CampaignRow,
  versions: readonly TermsVersion[],
  at: Date
): PaymentModel {
  const coming = comingTerms(versions, at)
  return {
    type: 'campaign_payment_models',
    id: String(row.id),
    attributes: {
      currency: row.currency,
      ...termsAttributes(termsAt(versions, at)),
      coming: coming && {
        ...termsAttributes(coming),
        valid_from: coming.validFrom.toISOString()
      }
    }
  }
}

function termsAttributes({ trafficType, dailyBudget, maxCpm, totalBudget }: Terms) {
  return {
    traffic_type: trafficType,
    daily_budget: dailyBudget.toString(),
    max_cpm: maxCpm?.toString() ?? null,
    total_budget: totalBudget?.toString() ?? null
  }
}

type CampaignParts = {
  creativeId: number | null
  money: { balance: bigint; spent: bigint }
  selection: SelectionIds
  drawTerms: DrawTerms
  selfFunding: Pick<Campaign['attributes'], keyof typeof selfFundingOutput>
}

function campaignResource(
  row: CampaignRow,
  at: Date,
  { creativeId, money, selection, drawTerms, selfFunding }: CampaignParts
): Campaign {
  return {
    type: 'campaigns',
    id: String(row.id),
    attributes: {
      state: row.state,
      ...labelsOf(row),
      asset: row.asset,
      balance: money.balance.toString(),
      spent: money.spent.toString(),
      created_at: row.created_at.toISOString(),
      starts_at: row.starts_at?.toISOString() ?? null,
      ends_at: row.ends_at?.toISOString() ?? null,
      dates_state: datesState(row, at),
      ...drawTermsAttributes(drawTerms),
      ...visitorsAttributes(row),
      ...selfFunding,
      ...selection
    },
    relationships: {
      creative: {
        data: creativeId === null ? null : { type: 'creatives', id: String(creativeId) }
      },
      payment_model: { data: { type: 'campaign_payment_models', id: String(row.id) } }
    }
  }
}

type CreativeParts = {
  banners: readonly BannerRow[]
  logo: BannerRow | undefined
  illustration: BannerRow | undefined
  coupon: string | null
}

function creativeResource(row: CreativeRow, parts: CreativeParts): Creative {
  const { banners } = parts
  const {
    state,
    language,
    link_text,
    creative_link,
    creative_text,
    creative_action,
    rating,
    product_category,
    banners_only,
    rejected_reason
  } = row
  return {
    type: 'creatives',
    id: String(row.id),
    attributes: {
      state,
      language,
      link_text,
      creative_link,
      creative_text,
      creative_action,
      rating,
      product_category,
      banners_only,
      banner_ids: banners.map(banner => String(banner.id)),
      advert_logo: parts.logo ? pictureOf(parts.logo) : null,
      advert_illustration: parts.illustration ? pictureOf(parts.illustration) : null,
      coupon_code: parts.coupon,
      rejected_reason
    },
    relationships: {
      banners: { data: banners.map(banner => ({ type: 'banners', id: String(banner.id) })) }
    }
  }
}

function pictureOf(row: BannerRow) {
  const { file_name, width, height, source } = bannerResource(row).attributes
  return { id: String(row.id), file_name, width, height, source }
}
