import type { Banner } from '@mille/api/banners/endpoints.ts'
import type { CreativePicture } from '@mille/api/campaigns/endpoints.ts'
import { type UnitSize, unitSizes } from '@mille/api/constants.ts'
import type { AdCreative, Decision } from '@mille/api/delivery/protocol.ts'
import type { CreativeView } from '@mille/stores/campaigns/campaign-view.ts'

/** A creative as far as it is written, also while that goes on. */
export type ShownCreative = {
  title: string
  text: string
  link: string
  banners: readonly Banner[]
  logo?: CreativePicture | null
  illustration?: CreativePicture | null
}

/** A creative as it is stored. */
export function shownCreative(creative: CreativeView): ShownCreative {
  return {
    title: creative.link_text,
    text: creative.creative_text,
    link: creative.creative_link,
    banners: creative.banners,
    logo: creative.advert_logo,
    illustration: creative.advert_illustration
  }
}

/** What a unit of the size is told when the creative's words are drawn for it. */
export function textDecision(creative: ShownCreative, size: UnitSize): Decision {
  const { title, text, link, logo, illustration } = creative
  const pictures = {
    ...(logo && { logo: logo.source }),
    ...(illustration && { illustration: illustration.source })
  }
  const hasPictures = logo || illustration
  const domain = hostOf(link)
  return filled({ kind: 'text', title, text, domain, ...(hasPictures && { pictures }) }, size)
}

/** The same for one of its banners. */
export function bannerDecision(title: string, banner: Banner): Decision {
  const { source, size } = banner.attributes
  const known = unitSizes.find(it => it === size) ?? 'Adaptive'
  const [width = 0, height = 0] = size.split('x').map(Number)
  return filled({ kind: 'banner', title, source, width, height }, known)
}

function filled(creative: AdCreative, size: UnitSize): Decision {
  return {
    filled: true,
    unit: '0',
    size,
    position: 'fixed',
    stickySide: 'header',
    colors: {},
    creative,
    token: '',
    clickUrl: '#',
    aboutUrl: '#',
    invitationUrl: null
  }
}

function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).host : 'example.com'
}
