import { dismissAnnouncement, readAnnouncement } from '@mille/api/announcements/endpoints.ts'
import { bannerStyle, type Decision, type Filled } from '@mille/api/delivery/protocol.ts'
import { previewOffers } from '@mille/api/marketplace/endpoints.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import { dimensions } from '@mille/api/reference-data/banner-sizes.ts'
import { answering, planNetwork } from './network.ts'

export type CreativeKind = 'text' | 'text with pictures' | 'banner' | 'none'

export type AdWishes = { size: UnitSize; creative: CreativeKind; invitation: boolean }

const usualAd: AdWishes = { size: '300x250', creative: 'text', invitation: true }

/** Mocks a network that has content for every widget. Only the network is mocked: the elements are the built ones. */
export function planWidgetNetwork(ad: AdWishes = usualAd): Promise<() => void> {
  return planNetwork(
    answering({ method: 'GET', path: '/serve/units/{id}' }, { status: 200, body: decisionFor(ad) }),
    answering({ method: 'POST', path: '/serve/view' }, { status: 204 }),
    answering(readAnnouncement, { status: 200, body: announcement }),
    answering(dismissAnnouncement, { status: 204 }),
    answering(previewOffers, { status: 200, body: { data: offers } })
  )
}

function decisionFor({ size, creative, invitation }: AdWishes): Decision {
  const common = {
    unit: '12',
    size,
    position: 'fixed',
    stickySide: 'footer',
    colors: {},
    look: 'card',
    font: 'own',
    label: 'Ad'
  } as const
  if (creative === 'none') {
    const empty = { ...common, filled: false, reason: 'no_campaign' } as const
    return invitation ? { ...empty, ...invited } : empty
  }
  return {
    ...common,
    filled: true,
    creative: creative === 'banner' ? banner(size) : text(creative),
    token: 'a-token',
    clickUrl: 'https://paperkey.example/',
    aboutUrl: 'https://mille.example/about-ad?creative=1&unit=12',
    ...(creative === 'text with pictures' && { extras: true })
  }
}

const invited = {
  creative: {
    kind: 'text',
    title: 'Your ad here',
    text: '',
    domain: 'mille.example',
    action: 'Advertise',
    lang: 'en'
  },
  clickUrl: 'https://mille.example/campaigns/new'
} as const

function text(creative: CreativeKind): Filled['creative'] {
  const words = {
    kind: 'text',
    title: 'Cold storage that you can read',
    text: 'An open-source signer with a screen large enough for a whole transaction.',
    domain: 'paperkey.example',
    action: 'Learn more',
    lang: 'en'
  } as const
  if (creative === 'text') return words
  return { ...words, pictures: { logo: picture(128, 128), illustration: picture(600, 314) } }
}

function banner(size: UnitSize): Filled['creative'] {
  const { width, height } = size === 'Adaptive' ? { width: 728, height: 90 } : dimensions(size)
  const source = picture(width, height)
  const style = bannerStyle(width, height)
  return { kind: 'banner', title: 'Paperkey, a signer', source, width, height, style, lang: 'en' }
}

/** Returns a picture as a data URL, because `/media/…` exists only on a running network. */
function picture(width: number, height: number): string {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#14213d"/><circle cx="25%" cy="50%" r="20%" fill="#fca311"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}

const announcement = {
  id: '1',
  type: 'default',
  header: 'Maintenance on Sunday',
  content: 'Ads go on being shown; the dashboard is down from 02:00 to 02:20 UTC.',
  link: 'https://status.example/',
  link_text: 'What changes'
}

const offers = [
  offer('1', 'A long read on self-custody, with an interview', 'article', 'coldwallet.example'),
  offer('2', 'One issue of The Block Letter', 'newsletter', 'blockletter.example'),
  offer('3', 'A pinned post for a week', 'social_post', 'satoshi-daily.example')
]

function offer(id: string, name: string, type: string, domain: string) {
  return {
    type: 'publication_offers',
    id,
    attributes: {
      name,
      description: name,
      summary: name,
      publication_offer_type: type,
      domain_name: domain,
      logo: picture(44, 44),
      languages: ['en'],
      categories: ['bitcoin'],
      sites: [domain],
      price_us_cents: 45_050,
      rating: null,
      promotion_level: 0
    }
  }
}
