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
 * Who looks at an ad unit. `mixed` is a page that people read at home, at work and on the way; `regional` one whose
 * readers nearly all have one carrier, which has them behind four addresses; `office` one that a company of two hundred
 * reads, all from one address with one managed browser, beside others; `crowded` one whose readers are all behind one address
 * of a carrier.
 */
export type Audience = 'mixed' | 'regional' | 'office' | 'crowded'

/** The rest is at work. */
const shares: Record<
  Audience,
  { atHome: number; onTheWay: number; addresses: number; offices: number }
> = {
  mixed: { atHome: 0.55, onTheWay: 0.35, addresses: 24, offices: 6 },
  regional: { atHome: 0.1, onTheWay: 0.88, addresses: 4, offices: 6 },
  office: { atHome: 0.3, onTheWay: 0.1, addresses: 24, offices: 1 },
  crowded: { atHome: 0, onTheWay: 1, addresses: 1, offices: 1 }
}

/** The views of people at a unit in a day, with what goes wrong in real browsers. */
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
      // The page is left at once, or the ad is never scrolled to.
      viewable: chance(0.7) ? 'late' : 'never',
      // A report is lost, or comes a second time after a bad connection.
      rendered: chance(0.99) ? 'soon' : random.pick(['late', 'never']),
      copies: chance(0.01) ? 2 : 1,
      // A cookie bar, a dark mode by filter, a pale wrapper; only Chromium can tell.
      isVisible: !(isChromium && chance(0.08)),
      // A narrow column, or a page that is drawn at half its size.
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

/** One to four devices behind the address of each home. */
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

/** A carrier has thousands of people behind each of its addresses. */
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

/** Managed browsers are all of one version; some people bring another. */
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

/** An extension gives the browser another name, and leaves its brands as they are. */
function renamed(sender: Sender): Sender {
  return { ...sender, userAgent: sender.userAgent.replace(/(Chrome|Firefox)\/\d+/, '$1/120') }
}
