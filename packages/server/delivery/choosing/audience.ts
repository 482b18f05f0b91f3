import type { DeviceType } from '@mille/api/constants.ts'

/** Which visitors see a campaign. Null means no such limit; at least one of the two is set. */
export type Audience = {
  countries: { isIncluded: boolean; codes: ReadonlySet<string> } | null
  devices: ReadonlySet<string> | null
}

/** The country of a visitor, in two letters, and the kind of device. An unknown country is null. */
export type Visitor = { readonly country: string | null; readonly device: DeviceType }

/**
 * Whether the campaign is for the visitor. Where the country is unknown, it is only if the campaign includes no
 * countries.
 */
export function isFor({ countries, devices }: Audience, visitor: Visitor): boolean {
  // The country takes longer to find.
  if (devices !== null && !devices.has(visitor.device)) return false
  if (countries === null) return true
  const { country } = visitor
  return (country !== null && countries.codes.has(country)) === countries.isIncluded
}
