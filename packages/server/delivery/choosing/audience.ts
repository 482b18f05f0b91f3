import type { DeviceSystem, DeviceType } from '@mille/api/constants.ts'

/** Some of all codes: these, or all but these. */
export type CodeChoice = { isIncluded: boolean; codes: ReadonlySet<string> }

/** Which visitors see a campaign. Null means no such limit; at least one of them is set. */
export type Audience = {
  countries: CodeChoice | null
  devices: ReadonlySet<string> | null
  systems: ReadonlySet<string> | null
}

/** The country of a visitor, in two letters, and the kind of device. An unknown country is null. */
export type VisitorPlace = { readonly country: string | null; readonly device: DeviceType }
export type Visitor = VisitorPlace & { readonly system: DeviceSystem }

/**
 * Whether the campaign is for the visitor. Where the country is unknown, it is only if the campaign includes no
 * countries.
 */
export function isFor(audience: Audience, visitor: Visitor): boolean {
  return isForSystem(audience, visitor.system) && isForPlace(audience, visitor)
}

export function isForSystem({ systems }: Audience, system: DeviceSystem): boolean {
  return systems === null || systems.has(system)
}

/** Of countries and devices alone. */
export function isForPlace({ countries, devices }: Audience, visitor: VisitorPlace): boolean {
  // The country takes longer to find.
  if (devices !== null && !devices.has(visitor.device)) return false
  if (countries === null) return true
  return chooses(countries, visitor.country)
}

/** What is not known is in no list: it is chosen where some are left out, and not where some are included. */
export function chooses({ isIncluded, codes }: CodeChoice, code: string | null): boolean {
  return (code !== null && codes.has(code)) === isIncluded
}
