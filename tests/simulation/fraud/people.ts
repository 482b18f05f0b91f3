import type { Sender } from '@mille/server/delivery/requests/seen.ts'
import type { Random } from '@mille/testing/random.ts'
import {
  androidChromium,
  desktopChromium,
  firefox,
  homeAddress,
  type Look,
  lookOf,
  webkit
} from './look.ts'

type Person = () => Sender

/**
 * The readers of an ad unit's page. `mixed`: people at home, at work and on the move. `regional`: nearly all use one
 * carrier with four addresses. `office`: a company of two hundred reads the page from one address with one managed
 * browser, besides others. `crowded`: all are behind one address of a carrier.
 */
export type Audience = 'mixed' | 'regional' | 'office' | 'crowded'

/** Shares of an audience; the rest is at work. */
const shares: Record<
  Audience,
  { atHome: number; onTheWay: number; addresses: number; offices: number }
> = {
  mixed: { atHome: 0.55, onTheWay: 0.35, addresses: 24, offices: 6 },
  regional: { atHome: 0.1, onTheWay: 0.88, addresses: 4, offices: 6 },
  office: { atHome: 0.3, onTheWay: 0.1, addresses: 24, offices: 1 },
  crowded: { atHome: 0, onTheWay: 1, addresses: 1, offices: 1 }
}

/** Returns the views of people on an ad unit in a day, including what goes wrong in real browsers. */
export function lookAsPeople(
  unit: number,
  count: number,
  audience: Audience,
  random: Random
): Look[] {
  const person = createPerson(audience, random)
  return Array.from({ length: count }, () => {
    const sender = person()
    const isChromium = sender.brands !== null
    const chance = random.chance
    return lookOf(unit, chance(0.002) ? renamed(sender) : sender, random, {
      // The reader leaves the page immediately, or never scrolls to the ad.
      viewable: chance(0.7) ? 'late' : 'never',
      // A report is lost, or is sent a second time after a bad connection.
      rendered: chance(0.99) ? 'soon' : random.pick(['late', 'never']),
      copies: chance(0.01) ? 2 : 1,
      // Covered by a cookie bar, a dark mode by filter, or a pale wrapper; only Chromium can detect these.
      isVisible: !(isChromium && chance(0.08)),
      // The ad is in a narrow column, or on a page that is drawn at half its size.
      pixels: chance(0.9) ? 75_000 : random.pick([30_000, 18_750]),
      isClicked: chance(0.004)
    })
  })
}

function createPerson(audience: Audience, random: Random): Person {
  const home = createHomes(random)
  const { atHome, onTheWay, addresses, offices } = shares[audience]
  const way = createCarrier(random, addresses)
  const work = createOffices(random, offices)
  return () => {
    const at = random.fraction()
    if (at < atHome) return home()
    return at < atHome + onTheWay ? way() : work()
  }
}

/** Creates people at home, with one to four devices behind each home's address. */
function createHomes(random: Random): Person {
  const homes = Array.from({ length: 4000 }, () => {
    const address = homeAddress(random)
    return Array.from({ length: 1 + random.below(4) }, () =>
      random.pick([desktopChromium, desktopChromium, androidChromium, firefox, webkit])(
        random,
        address
      )
    )
  })
  return () => random.pick(random.pick(homes))
}

/** Creates people behind a carrier, which has thousands of them behind each of its addresses. */
function createCarrier(random: Random, blocks: number): Person {
  const addresses = Array.from(
    { length: blocks },
    (_, nth) => `100.${70 + nth}.${random.below(256)}.7`
  )
  return () => {
    const make = random.chance(0.7) ? androidChromium : webkit
    return make(random, random.pick(addresses))
  }
}

/** Creates people in offices. Managed browsers all have the same version; some people bring another browser. */
function createOffices(random: Random, count: number): Person {
  const offices = Array.from({ length: count }, () => {
    const address = homeAddress(random)
    return { address, managed: desktopChromium(random, address) }
  })
  return () => {
    const { address, managed } = random.pick(offices)
    return random.chance(0.85) ? managed : random.pick([firefox, webkit])(random, address)
  }
}

/** Simulates an extension that changes the browser's user agent but leaves its brands as they are. */
function renamed(sender: Sender): Sender {
  return { ...sender, userAgent: sender.userAgent.replace(/(Chrome|Firefox)\/\d+/, '$1/120') }
}
