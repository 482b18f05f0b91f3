import type { Visitor } from '../choosing/audience.ts'
import type { Asked } from '../choosing/decide.ts'
import type { Device } from '../event-log/record.ts'
import { readBrowser } from './browser.ts'
import type { CountryOf } from './countries.ts'
import { withHints } from './device.ts'

/**
 * Returns a function that gives a visitor's country and kind of device, each computed once and only if a campaign needs
 * it.
 */
export function createVisitorOf(countryOf: CountryOf): (asked: Asked) => Visitor {
  return asked => new AskingVisitor(asked, countryOf)
}

class AskingVisitor implements Visitor {
  readonly #asked: Asked
  readonly #countryOf: CountryOf
  #country: string | null | undefined
  #device: Device | undefined

  constructor(asked: Asked, countryOf: CountryOf) {
    this.#asked = asked
    this.#countryOf = countryOf
  }

  get country() {
    if (this.#country === undefined) this.#country = this.#countryOf(this.#asked.address)
    return this.#country
  }

  get device() {
    return this.#foundDevice().type
  }

  get system() {
    return this.#foundDevice().system
  }

  #foundDevice(): Device {
    this.#device ??= withHints(readBrowser(this.#asked.userAgent).device, this.#asked)
    return this.#device
  }
}
