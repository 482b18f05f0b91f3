import type { Sender } from '@mille/server/delivery/requests/seen.ts'
import type { Random } from '@mille/testing/random.ts'
import {
  androidChromium,
  chromium,
  desktopChromium,
  firefox,
  homeAddress,
  type Look,
  lookOf,
  webkit
} from './look.ts'

/** Makes the nth false view of an ad unit. */
export type Cheat = (unit: number, nth: number, random: Random) => Look

const any = [desktopChromium, androidChromium, firefox, webkit]
const someone = (random: Random): Sender => random.pick(any)(random, homeAddress(random))

function fake(unit: number, sender: Sender, random: Random, changed: Partial<Look> = {}): Look {
  return lookOf(unit, sender, random, { isFalse: true, hour: random.below(24), ...changed })
}

/** Returns a sender whose user agent no other browser has, like one from a list of random versions. */
function invented(address: string, nth: number): Sender {
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.${nth}.0 Safari/537.36`
  return chromium(agent, 140, address)
}

/**
 * Kinds of fraud. Neither a view nor a score can distinguish the last three from people; they are listed so that
 * readers do not expect otherwise.
 */
export const cheats: Readonly<Record<string, Cheat>> = {
  'invented browsers of one address': (unit, nth, random) =>
    fake(unit, invented('81.1.1.7', nth), random, { hour: 20 + (nth % 3) }),
  'invented browsers of rented addresses': (unit, nth, random) =>
    fake(unit, invented(`82.9.${nth % 4}.7`, nth), random),
  'reports without drawing': (unit, _, random) =>
    fake(unit, someone(random), random, { rendered: 'never' }),
  'all reports at once': (unit, _, random) =>
    fake(unit, someone(random), random, { rendered: 'late' }),
  'a driven browser': (unit, _, random) =>
    fake(unit, desktopChromium(random, homeAddress(random)), random, { webdriver: true }),
  'a client that names a browser': (unit, _, random) =>
    fake(unit, { ...desktopChromium(random, homeAddress(random)), saysHow: false }, random),
  'a renamed headless browser': (unit, _, random) => {
    const { userAgent, address } = someone(random)
    return fake(unit, chromium(userAgent, 128, address), random)
  },
  'machines in a data center': (unit, nth, random) =>
    fake(unit, desktopChromium(random, `3.${nth % 100}.${random.below(256)}.7`), random),
  'views passed on to other browsers': (unit, nth, random) => {
    const sender = someone(random)
    const other = someone(random)
    // The same browser at another address could be a person on the move, so another browser is used.
    const isSame = other.userAgent === sender.userAgent
    return fake(unit, sender, random, { reporter: isSame ? invented(other.address, nth) : other })
  },
  'reports from another site': (unit, _, random) => {
    const sender = someone(random)
    return fake(unit, sender, random, { reporter: { ...sender, host: 'elsewhere.example' } })
  },
  'reports sooner than a second': (unit, _, random) =>
    fake(unit, someone(random), random, { viewable: 'at once' }),
  'ads under other things': (unit, _, random) =>
    fake(unit, desktopChromium(random, homeAddress(random)), random, { isVisible: false }),
  'ads drawn tiny': (unit, _, random) => fake(unit, someone(random), random, { pixels: 3_000 }),
  'paid clicks': (unit, _, random) =>
    fake(unit, someone(random), random, { isClicked: random.chance(0.3) }),
  'real browsers in many homes': (unit, _, random) => fake(unit, someone(random), random)
}
