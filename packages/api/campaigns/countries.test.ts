import { expect, test } from 'vitest'
import { countryCodes, countryName, maxCountries } from './countries.ts'

test('knows every country and nothing else', () => {
  const codes = countryCodes()
  expect(codes.size).toBe(maxCountries)
  for (const code of ['AX', 'DE', 'GB', 'IN', 'SS', 'US', 'XK', 'ZA'])
    expect(codes.has(code), code).toBe(true)
  for (const code of ['AA', 'AN', 'DD', 'EU', 'SU', 'UK', 'UN', 'XA', 'XX', 'YU', 'ZZ', 'de'])
    expect(codes.has(code), code).toBe(false)
})

test('calls a country by its English name', () => {
  expect(['DE', 'XK', 'XQ'].map(countryName)).toEqual(['Germany', 'Kosovo', 'XQ'])
})
