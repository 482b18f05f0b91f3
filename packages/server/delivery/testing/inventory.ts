import type { Occasion } from '../choosing/draw.ts'
import {
  type Campaign,
  type Creative,
  createInventory,
  type Site,
  type Targets,
  type Unit
} from '../choosing/inventory.ts'
import { createPacer } from '../loading/pacer.ts'
import type { Rates } from '../loading/rates.ts'

/** Makes an ad unit that may show any ad, except for what the test overrides. */
export function makeUnit(values: Partial<Unit> = {}): Unit {
  return {
    id: 1,
    owner: 1,
    kind: 'site',
    state: 'active',
    size: '300x250',
    adType: 'mixed',
    disallowedRatings: new Set(),
    refused: new Set(),
    approved: null,
    floor: null,
    site: makeSite(),
    categories: [10],
    position: 'fixed',
    stickySide: 'header',
    colors: {},
    look: 'card',
    font: 'own',
    hasInvitation: true,
    isExcluded: false,
    isSuspended: false,
    houseAds: [],
    fallback: 'invitation',
    fallbackUrl: null,
    ...values
  }
}

/** Makes a verified site in English whose page was not read. */
export function makeSite(values: Partial<Site> = {}): Site {
  return {
    id: 1,
    domain: 'blog.example',
    isVerified: true,
    language: 'en',
    words: new Set(),
    ...values
  }
}

/** Makes an active campaign. `creative` overrides parts of its only creative; `creatives` gives it several. */
export function makeCampaign(
  values: Partial<Campaign> & { creative?: Partial<Creative> } = {}
): Campaign {
  const { creative, ...rest } = values
  return {
    id: 1,
    owner: 2,
    state: 'active',
    name: 'Spring',
    utm: {},
    termsUntil: null,
    startsAt: null,
    endsAt: null,
    schedule: null,
    asset: 'BTC',
    trafficType: 'cpd',
    balance: 1_000_000n,
    dailyBudget: 1_000_000n,
    maxCpm: null,
    totalBudget: null,
    spent: 0n,
    isSelfFunding: false,
    spentToday: 0n,
    settledUntil: null,
    countedToday: 0n,
    countedBefore: 0n,
    allowed: targets(),
    blocked: targets(),
    excluded: targets(),
    audience: null,
    pageLanguages: null,
    keywords: null,
    price: null,
    siteShare: null,
    creatives: [makeCreative(creative)],
    ...rest
  }
}

/** Makes a text ad in English without pictures, except for what the test overrides. */
export function makeCreative(values: Partial<Creative> = {}): Creative {
  return {
    id: 1,
    share: 1,
    language: 'en',
    linkText: 'Own your coins',
    text: 'A wallet for everyone',
    action: null,
    link: 'https://wallet.example/',
    rating: null,
    productCategory: null,
    isBannersOnly: false,
    logo: null,
    illustration: null,
    banners: [],
    ...values
  }
}

export function targets(
  values: { categories?: number[]; sites?: number[]; units?: number[] } = {}
): Targets {
  return {
    categories: new Set(values.categories),
    sites: new Set(values.sites),
    units: new Set(values.units)
  }
}

export function banner(size: string) {
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { id: width * 1000 + height, size, width, height, hash: 'hash' }
}

export const testRates: Rates = { usdUnitsPerBtc: 50_000n * 100_000_000n }

const nowMs = Date.parse('2026-03-02T10:00:00Z')

/** An ad request by a visitor who has seen nothing, at the moment of `inventoryOf`. */
export const anybody: Occasion = {
  visitor: { country: null, device: 'computer', system: 'windows' },
  hasSeen: null,
  lately: [],
  nowMs
}

/** Creates an inventory of the campaigns and ad units, as of a fixed moment. */
export function inventoryOf(campaigns: readonly Campaign[], units: readonly Unit[] = []) {
  const inventory = createInventory()
  const pacer = createPacer()
  for (const unit of units) inventory.putUnit(unit)
  for (const campaign of campaigns)
    inventory.putCampaign(campaign, pacer.standing(campaign, nowMs, testRates))
  return inventory
}
