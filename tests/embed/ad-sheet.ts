import type { AdLook } from '@mille/api/constants.ts'
import type { AdCreative, Decision } from '@mille/api/delivery/protocol.ts'
import { typeset } from '@mille/api/delivery/typeset.ts'
import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { type DeliveryStandIn, textDecision } from './stand-in.ts'

type Words = Extract<AdCreative, { kind: 'text' }>

/** Sizes of places for adaptive ad units, from a line under a post to the top of a page. */
const rooms = ['320x25', '120x90', '280x90', '360x90', '652x100', '640x250'] as const
export const sheetBoxes = [...bannerSizes, ...rooms]

const picture = (width: number, height: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice"><rect width="100%" height="100%" fill="#14213d"/><circle cx="25%" cy="50%" r="20%" fill="#fca311"/></svg>`)}`
const logo = picture(128, 128)
const illustration = picture(600, 314)

const ordinary: Words = {
  kind: 'text',
  title: 'Cold storage that you can read',
  text: 'An open-source signer with a screen large enough for a whole transaction.',
  domain: 'paperkey.example',
  action: 'Learn more',
  lang: 'en'
}

/** Creatives as advertisers write them: short, as long as allowed (60 and 160 characters), with pictures, and in other scripts. */
export const sheetCreatives: Record<string, Words> = {
  short: { ...ordinary, title: 'Pay in bitcoin', text: 'Fast.' },
  long: {
    ...ordinary,
    title: 'A decentralized treasury management platform for modern DAOs',
    text: 'Self-hosted payment processor with invoices, point of sale and plugins. No fees, no third party, your keys. Read how 9,000 shops run it on hardware they own now.',
    domain: 'treasury-management.example.org',
    action: 'Start a free trial'
  },
  logo: { ...ordinary, pictures: { logo } },
  both: { ...ordinary, pictures: { logo, illustration } },
  arabic: {
    ...ordinary,
    title: 'تخزين بارد يمكنك قراءته بنفسك',
    text: 'جهاز توقيع مفتوح المصدر بشاشة كبيرة تتسع لمعاملة كاملة من البداية إلى النهاية.',
    action: 'اعرف المزيد',
    lang: 'ar'
  },
  japanese: {
    ...ordinary,
    title: '画面で読めるコールドストレージ',
    text: '取引全体を一度に表示できる大きな画面を備えた、オープンソースの署名デバイスです。',
    action: '詳しく見る',
    lang: 'ja'
  },
  german: {
    ...ordinary,
    title: 'Zahlungsabwicklung ohne Zwischenhändler',
    text: 'Selbstverwaltete Rechnungsstellung und Kassensysteme für Handelsunternehmen, ganz ohne Transaktionsgebühren.',
    action: 'Mehr erfahren',
    lang: 'de'
  }
}
const labels: Record<string, string> = { arabic: 'إعلان', japanese: '広告', german: 'Anzeige' }

/** Adds a page with every box and creative in one look. Its ads are `mille-ad[unit="300x250 long"]`. */
export function addSheet(network: DeliveryStandIn, look: AdLook): string {
  const ads: string[] = []
  for (const [name, creative] of Object.entries(sheetCreatives))
    for (const box of sheetBoxes) {
      const unit = `${box}-${name}`
      const size = (bannerSizes as readonly string[]).includes(box) ? box : 'Adaptive'
      const [width, height] = box.split('x')
      const label = labels[name] ?? 'Ad'
      const css = typeset(creative, { width: Number(width), height: Number(height) })
      network.decisions.set(
        unit,
        textDecision(unit, { size, creative, look, label, css } as Partial<Decision>)
      )
      ads.push(
        `<mille-ad unit="${unit}" size="${size}" style="display:block;width:${width}px;height:${height}px"></mille-ad>`
      )
    }
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Ads</title>
    <meta name="color-scheme" content="light dark">
    <style>body { display: flex; flex-wrap: wrap; gap: 12px; margin: 12px; inline-size: 2000px }</style>
    <script type="module" src="${network.origin}/embed/v1/ad.js"></script>${ads.join('\n')}</html>`
}
