import type { DeviceSystem, DeviceType } from '@mille/api/constants.ts'

/** A choice among codes: only these, or all but these. */
export type CodeChoice = { isIncluded: boolean; codes: ReadonlySet<string> }

/** Which visitors see a campaign. Null means no such limit; at least one of them is set. */
export type Audience = {
  countries: CodeChoice | null
  devices: ReadonlySet<string> | null
  systems: ReadonlySet<string> | null
}

/** The two-letter country of a visitor, and the kind of device. An unknown country is null. */
export type VisitorPlace = { readonly country: string | null; readonly device: DeviceType }
export type Visitor = VisitorPlace & { readonly system: DeviceSystem }

/** Reports whether a campaign targets a visitor. With an unknown country, it does only if it includes no countries. */
export function isFor(audience: Audience, visitor: Visitor): boolean {
  return isForSystem(audience, visitor.system) && isForPlace(audience, visitor)
}

export function isForSystem({ systems }: Audience, system: DeviceSystem): boolean {
  return systems === null || systems.has(system)
}

/** Reports whether a campaign targets a visitor's country and device, leaving out the system. */
export function isForPlace({ countries, devices }: Audience, visitor: VisitorPlace): boolean {
  // The device is checked first, because the country takes longer to find.
  if (devices !== null && !devices.has(visitor.device)) return false
  if (countries === null) return true
  return chooses(countries, visitor.country)
}

/**
 * Reports whether a choice contains a code. An unknown code is in no list, so it is chosen only if the choice excludes
 * codes.
 */
export function chooses({ isIncluded, codes }: CodeChoice, code: string | null): boolean {
  return (code !== null && codes.has(code)) === isIncluded
}
