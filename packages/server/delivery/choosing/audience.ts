import type { DeviceType } from '@mille/api/constants.ts'

/** Which visitors see a campaign. Null is no such limit; at least one of the two is. */
export type Audience = {
  countries: { isIncluded: boolean; codes: ReadonlySet<string> } | null
  devices: ReadonlySet<string> | null
}

/** Where a visitor is, in two letters, and with what. A country that nobody knows is null. */
export type Visitor = { readonly country: string | null; readonly device: DeviceType }

/** Whether the campaign is for the visitor: where nobody knows the country, only if it includes none. */
export function isFor({ countries, devices }: Audience, visitor: Visitor): boolean {
  // The country takes longer to find.
  if (devices !== null && !devices.has(visitor.device)) return false
  if (countries === null) return true
  const { country } = visitor
  return (country !== null && countries.codes.has(country)) === countries.isIncluded
}
