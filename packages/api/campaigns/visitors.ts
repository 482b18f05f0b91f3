import { z } from 'zod'
import { deviceSystems, deviceTypes } from '../constants.ts'
import { countryCodes, maxCountries } from './countries.ts'

const countryCode = z
  .string()
  .length(2)
  .refine(code => countryCodes().has(code), { error: 'is not a country of ISO 3166-1' })

export const countryModes = ['include', 'exclude'] as const

/** Which visitors see a campaign. Null is all of them. */
export const visitorsInput = {
  /** The country of some visitors is unknown: they see what excludes countries, and nothing that includes some. */
  countries: z
    .object({
      mode: z.enum(countryModes),
      codes: z.array(countryCode).min(1).max(maxCountries)
    })
    .nullable(),
  /** A device that is not recognized counts as `other`. */
  devices: z.array(z.enum(deviceTypes)).min(1).max(deviceTypes.length).nullable(),
  /** A system that is not recognized counts as `other`. */
  systems: z.array(z.enum(deviceSystems)).min(1).max(deviceSystems.length).nullable()
}

export const visitorsOutput = {
  countries: z.object({ mode: z.enum(countryModes), codes: z.array(z.string()) }).nullable(),
  devices: z.array(z.enum(deviceTypes)).nullable(),
  systems: z.array(z.enum(deviceSystems)).nullable()
}
