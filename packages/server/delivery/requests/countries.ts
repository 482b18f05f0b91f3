import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { type Response as KnownRecord, Reader } from 'mmdb-lib'
import type { Config } from '../../config.ts'
import { isInside, readMapped } from '../../http/callers/client-address.ts'
import { StartError } from '../../start-error.ts'

/** Codes that some databases have instead of a country. */
const noCountries = new Set(['AP', 'EU', 'XX', 'ZZ'])
/**
 * Maximum number of cached records. A database of countries has a few hundred; one of cities has many more, and must
 * not fill the memory.
 */
const mostRecords = 10_000

/** Returns a country as its two-letter ISO 3166-1 code, or null when it is not known. */
export type CountryOf = (address: string) => string | null

export type Countries = {
  /**
   * Loads the database; until then no country is known. Throws a `StartError` when the operator's file is not a
   * database of countries.
   */
  load: () => Promise<void>
  countryOf: CountryOf
  /** Returns when the loaded database was made. */
  builtAt: () => Date | null
}

/**
 * Finds the country of an address in an MMDB database in memory: the one that comes with Mille, or the operator's own.
 * The address is not passed on or stored.
 */
export function createCountries(config: Pick<Config, 'countryDatabase'>): Countries {
  let find: CountryOf = () => null
  let builtAt: Date | null = null
  return {
    async load() {
      const path = config.countryDatabase ?? findBuiltIn()
      const found = openDatabase(await read(path))
      if (!found) throw new StartError(`COUNTRY_DATABASE: ${path} is not an MMDB file of countries`)
      find = found.find
      builtAt = found.builtAt
    },

    builtAt: () => builtAt,

    countryOf(address) {
      const plain = readMapped(address)
      return isIP(plain) === 0 || isInside(plain) || isReserved(plain) ? null : find(plain)
    }
  }
}

function findBuiltIn(): string {
  const require = createRequire(import.meta.url)
  return require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new StartError(`COUNTRY_DATABASE cannot be read: ${(error as Error).message}`)
  }
}

/** Opens a database of countries; null when the bytes are not such a database. */
function openDatabase(bytes: Buffer): { find: CountryOf; builtAt: Date } | null {
  try {
    const reader = new Reader(bytes, { cache: createCache() })
    const find = (address: string) => countryIn(reader.get(address))
    const hasAny = Array.from({ length: 223 }, (_, at) => `${at + 1}.1.1.1`).some(it => find(it))
    if (!hasAny) return null
    return { find: it => findOrNull(find, it), builtAt: new Date(reader.metadata.buildEpoch) }
  } catch {
    return null
  }
}

/**
 * Returns null where the file is damaged in a place that was not checked: a damaged file may cost the country of a
 * view, but never the view.
 */
function findOrNull(find: CountryOf, address: string): string | null {
  try {
    return find(address)
  } catch {
    return null
  }
}

/** `country_code` is the field in ip-location-db and others; `country.iso_code` is that of MaxMind and DB-IP. */
type FoundRecord = KnownRecord & { country_code?: unknown; country?: { iso_code?: unknown } }

function countryIn(record: FoundRecord | null): string | null {
  const code = record?.country_code ?? record?.country?.iso_code
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) && !noCountries.has(code) ? code : null
}

/**
 * Whether an address is in a reserved range (RFC 6890) other than those that `isInside` covers. Databases made from the
 * registries' lists give some of these ranges the country of their registry.
 */
function isReserved(address: string): boolean {
  return /^(?:100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|192\.0\.[02]|192\.88\.99|198\.1[89]|198\.51\.100|203\.0\.113|22[4-9]|2[34]\d|25[0-5])\.|^(?:64:ff9b|100|2001:(?:[\da-f]{0,2}|1[\da-f]{2}|0?db8)|2002|3fff|5f00|ff[\da-f]{2}):/i.test(
    address
  )
}

function createCache() {
  const known = new Map<string | number, unknown>()
  return {
    get: (key: string | number) => known.get(key),
    set(key: string | number, value: unknown) {
      if (known.size >= mostRecords) known.clear()
      known.set(key, value)
    }
  }
}
