import { readFileSync } from 'node:fs'
import { parseAddressRanges } from '@mille/server/delivery/requests/address-ranges.ts'
import { createCountries } from '@mille/server/delivery/requests/countries.ts'
import type { Node } from '@mille/server/delivery/testing/node.ts'
import type { Network } from '../faults/delivery-network.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
/** A computer, a phone and a tablet. */
const devices = [
  browser,
  'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  'Mozilla/5.0 (Android 15; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0'
]

/** A network with a unit and campaigns, a node of it, and a server that does nothing. */
export type Asked = {
  network: Network
  node: Node
  bare: Node
  /** What is asked for, and from which page. */
  path: string
  page: string
}

/** Who asks, as a proxy in front tells it. */
export type Visitor = { userAgent: string; address: string }

/** Browsers are few beside people. */
const browsers = 500
/** Countries that visitors come from, and the networks of 256 neighborhoods in each: so many neighborhoods that none is a crowd. */
const countries = Number(process.env.BENCH_COUNTRIES ?? 60)
const networks = await findNetworks(countries, Math.ceil(256 / countries))
const neighborhoods = networks.length * 256
let visitors = 0

/** So many who were never here before. */
export function takeVisitors(count: number): Visitor[] {
  return Array.from({ length: count }, () => {
    const nth = visitors++
    const neighborhood = nth % neighborhoods
    // Two of one neighborhood never have one browser.
    const nthBrowser = (nth + Math.floor(nth / neighborhoods)) % browsers
    const network = networks[neighborhood % networks.length]
    return {
      userAgent: `${devices[nthBrowser % devices.length]} ${nthBrowser}`,
      address: `${network}.${Math.floor(neighborhood / networks.length)}.${nth % 250}`
    }
  })
}

/**
 * The same number of networks of each country, as the built-in database has them, in turn. Visitors from data centers
 * do not count.
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
