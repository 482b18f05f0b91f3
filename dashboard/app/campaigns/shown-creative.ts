import type { Banner } from '@mille/api/banners/endpoints.ts'
import type { CreativePicture } from '@mille/api/campaigns/endpoints.ts'
import { adWords } from '@mille/api/delivery/ad-words.ts'
import { type AdCreative, bannerStyle, type Decision } from '@mille/api/delivery/protocol.ts'
import { type UnitSize, unitSizes } from '@mille/api/reference-data/banner-sizes.ts'
import type { CreativeView } from '@mille/stores/campaigns/campaign-view.ts'

/** A creative to preview, which may still be incomplete. */
export type ShownCreative = {
  title: string
  text: string
  /** The advertiser's own call to action. If null or empty, the default is shown. */
  action: string | null
  link: string
  /** The language of the text. */
  language: string
  banners: readonly Banner[]
  logo?: CreativePicture | null
  illustration?: CreativePicture | null
}

/** Converts a stored creative for the preview. */
export function shownCreative(creative: CreativeView): ShownCreative {
  return {
    title: creative.link_text,
    text: creative.creative_text,
    action: creative.creative_action,
    link: creative.creative_link,
    language: creative.language,
    banners: creative.banners,
    logo: creative.advert_logo,
    illustration: creative.advert_illustration
  }
}

/** Returns the ad decision that shows the creative's text in a unit of this size. */
export function textDecision(creative: ShownCreative, size: UnitSize): Decision {
  const { title, text, link, language: lang, logo, illustration } = creative
  const action = creative.action || adWords(lang).learnMore
  const pictures = {
    ...(logo && { logo: logo.source }),
    ...(illustration && { illustration: illustration.source })
  }
  const hasPictures = logo || illustration
  const words = { title, text, domain: hostOf(link), action, lang }
  return filled({ kind: 'text', ...words, ...(hasPictures && { pictures }) }, size)
}

/** Returns the ad decision that shows one of the creative's banners. */
export function bannerDecision(title: string, lang: string, banner: Banner): Decision {
  return filled(bannerCreative(title, lang, banner), sizeOf(banner))
}

/** Returns the answer that a unit gets when it shows a banner of a house ad. */
export function houseBannerDecision(title: string, banner: Banner): Decision {
  const creative = bannerCreative(title, 'en', banner)
  return { filled: false, reason: 'no_campaign', ...placeOf(creative, sizeOf(banner)) }
}

function sizeOf({ attributes: { size } }: Banner): UnitSize {
  return unitSizes.find(it => it === size) ?? 'Adaptive'
}

function bannerCreative(title: string, lang: string, { attributes }: Banner) {
  const { source, size } = attributes
  const [width = 0, height = 0] = size.split('x').map(Number)
  const style = bannerStyle(width, height)
  return { kind: 'banner', title, source, width, height, style, lang } as const
}

function filled(creative: AdCreative, size: UnitSize): Decision {
  return { filled: true, ...placeOf(creative, size), token: '', aboutUrl: '#' }
}

function placeOf(creative: AdCreative, size: UnitSize) {
  return {
    unit: '0',
    size,
    position: 'fixed',
    stickySide: 'header',
    colors: {},
    look: 'card',
    font: 'own',
    label: adWords(creative.lang).ad,
    creative,
    clickUrl: '#'
  } as const
}

function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).host : 'example.com'
}
