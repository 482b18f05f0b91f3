import { readFileSync } from 'node:fs'
import { parseAddressRanges } from '@mille/server/delivery/requests/address-ranges.ts'
import { createCountries } from '@mille/server/delivery/requests/countries.ts'
import type { Node } from '@mille/server/delivery/testing/node.ts'
import type { Network } from '../faults/delivery-network.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
/** User agents of a computer, a phone and a tablet. */
const devices = [
  browser,
  'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  'Mozilla/5.0 (Android 15; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0'
]

/** A network with an ad unit and campaigns, a delivery node of this network, and a server that does nothing. */
export type Asked = {
  network: Network
  node: Node
  bare: Node
  /** Path of the ad request, and URL of the page that sends it. */
  path: string
  page: string
}

/** The visitor who sends a request, as a reverse proxy would pass it on. */
export type Visitor = { userAgent: string; address: string }

/** Number of distinct browsers: small compared with the number of visitors. */
const browsers = 500
/**
 * Number of countries that visitors come from. Their networks have 256 neighborhoods each, so that no neighborhood is
 * crowded.
 */
const countries = Number(process.env.BENCH_COUNTRIES ?? 60)
const networks = await findNetworks(countries, Math.ceil(256 / countries))
const neighborhoods = networks.length * 256
let visitors = 0

/** Returns visitors who were never seen before. */
export function takeVisitors(count: number): Visitor[] {
  return Array.from({ length: count }, () => {
    const nth = visitors++
    const neighborhood = nth % neighborhoods
    // Two visitors from the same neighborhood never have the same browser.
    const nthBrowser = (nth + Math.floor(nth / neighborhoods)) % browsers
    const network = networks[neighborhood % networks.length]
    return {
      userAgent: `${devices[nthBrowser % devices.length]} ${nthBrowser}`,
      address: `${network}.${Math.floor(neighborhood / networks.length)}.${nth % 250}`
    }
  })
}

/**
 * Finds the same number of networks for each country in the built-in database, in turn. Skips data centers, whose
 * visitors do not count.
 */
async function findNetworks(wanted: number, ofEach: number): Promise<string[]> {
  const file = import.meta.resolve('@mille/server/delivery/requests/data-centres.txt')
  const dataCentres = parseAddressRanges(readFileSync(new URL(file), 'utf8'))
  const { load, countryOf } = createCountries({ countryDatabase: null })
  await load()
  const found = new Map<string, string[]>()
  for (let nth = 256; nth < 224 * 256; nth++) {
    const network = `${nth >>> 8}.${nth & 255}`
    const country = countryOf(`${network}.0.0`)
    const own = country === null ? undefined : (found.get(country) ?? [])
    if (country === null || !own || own.length === ofEach) continue
    const isWhole = Array.from({ length: 256 }, (_, at) => `${network}.${at}.1`).every(
      it => countryOf(it) === country && !dataCentres.includes(it)
    )
    if (isWhole) found.set(country, [...own, network])
  }
  const enough = [...found.values()].filter(it => it.length === ofEach).slice(0, wanted)
  if (enough.length < wanted) throw new Error(`${enough.length} countries have so many networks`)
  return Array.from({ length: ofEach }, (_, at) => enough.flatMap(it => it[at] ?? [])).flat()
}
