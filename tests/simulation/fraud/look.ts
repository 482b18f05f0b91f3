import type { Sender } from '@mille/server/delivery/requests/seen.ts'
import type { Random } from '@mille/testing/random.ts'

/** One ad that is shown to a person or to a program, and reported. */
export type Look = {
  unit: number
  hour: number
  sender: Sender
  isFalse: boolean
  /** Which reports arrive, and when in the hour: immediately, soon after, or more than a second after that. */
  rendered: 'soon' | 'late' | 'never'
  viewable: 'at once' | 'late' | 'never'
  isVisible: boolean
  /** Area in which the ad is drawn, in pixels; a full ad is 300 × 250. */
  pixels: number
  webdriver: boolean
  isClicked: boolean
  /** Sender of the viewable report, if it differs from the sender of the ad request. */
  reporter?: Sender
  /** How often the viewable report is sent. */
  copies: number
}

export function lookOf(
  unit: number,
  sender: Sender,
  random: Random,
  changed: Partial<Look> = {}
): Look {
  return {
    unit,
    // There are more views in the evening than at night.
    hour: Math.max(random.below(24), random.below(24)),
    sender,
    isFalse: false,
    rendered: 'soon',
    viewable: 'late',
    isVisible: true,
    pixels: 75_000,
    webdriver: false,
    isClicked: false,
    copies: 1,
    ...changed
  }
}

/** Returns an address of a network in which people live, never of a data center. */
export function homeAddress(random: Random): string {
  return `${random.pick([81, 82, 84, 86, 87])}.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`
}

export function chromium(userAgent: string, version: number, address: string): Sender {
  const brands = `"Chromium";v="${version}", "Google Chrome";v="${version}", "Not_A Brand";v="24"`
  return {
    address,
    userAgent,
    host: null,
    saysHow: true,
    lacksOrigin: false,
    brands,
    mobile: null,
    platform: null,
    forwardedFor: null
  }
}

export function desktopChromium(random: Random, address: string): Sender {
  const version = 136 + random.below(5)
  const system = random.pick([
    'Windows NT 10.0; Win64; x64',
    'Macintosh; Intel Mac OS X 10_15_7',
    'X11; Linux x86_64'
  ])
  const brand = random.chance(0.2) ? ` Edg/${version}.0.0.0` : ''
  return chromium(
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36${brand}`,
    version,
    address
  )
}

/** Returns a Chromium on Android. Its device name is frozen; only apps that show pages send the model. */
export function androidChromium(random: Random, address: string): Sender {
  const version = 134 + random.below(7)
  const isApp = random.chance(0.12)
  const model = isApp
    ? `Android ${12 + random.below(4)}; SM-A${100 + random.below(400)}B; wv`
    : 'Android 10; K'
  const app = isApp ? ` [FB_IAB/FB4A;FBAV/5${random.below(30)}.0.0]` : ''
  return chromium(
    `Mozilla/5.0 (Linux; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36${app}`,
    version,
    address
  )
}

export function firefox(random: Random, address: string): Sender {
  const version = 138 + random.below(4)
  const system = random.pick([
    'Windows NT 10.0; Win64; x64',
    'X11; Linux x86_64',
    'Macintosh; Intel Mac OS X 10.15'
  ])
  return {
    ...{
      address,
      host: null,
      saysHow: true,
      lacksOrigin: false,
      brands: null,
      mobile: null,
      platform: null,
      forwardedFor: null
    },
    userAgent: `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`
  }
}

/** Returns a WebKit browser, including older phones. WebKit sends the Sec-Fetch headers from Safari 16.4 on. */
export function webkit(random: Random, address: string): Sender {
  const version = random.pick(['15.6', '17.6', '18.3', '18.5', '18.6', '26.0'])
  const system = random.chance(0.7)
    ? `iPhone; CPU iPhone OS ${version.replace('.', '_')} like Mac OS X`
    : 'Macintosh; Intel Mac OS X 10_15_7'
  return {
    ...{
      address,
      host: null,
      saysHow: version !== '15.6',
      lacksOrigin: false,
      brands: null,
      mobile: null,
      platform: null,
      forwardedFor: null
    },
    userAgent: `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`
  }
}
