import type { Visitor } from '../choosing/audience.ts'
import type { Asked } from '../choosing/decide.ts'
import type { Device } from '../event-log/record.ts'
import { readBrowser } from './browser.ts'
import type { CountryOf } from './countries.ts'
import { withHints } from './device.ts'

/** Where who asks for an ad is, and with what: found out once, and only where a campaign asks for it. */
export function createVisitorOf(countryOf: CountryOf): (asked: Asked) => Visitor {
  return asked => {
    let country: string | null | undefined
    let found: Device | undefined
    const device = () => {
      found ??= withHints(readBrowser(asked.userAgent).device, asked)
      return found
    }
    return {
      get country() {
        if (country === undefined) country = countryOf(asked.address)
        return country
      },
      get device() {
        return device().type
      },
      get system() {
        return device().system
      }
    }
  }
}
