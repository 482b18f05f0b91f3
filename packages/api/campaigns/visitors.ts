import { z } from 'zod'
import { deviceSystems, deviceTypes } from '../constants.ts'
import { languages } from '../reference-data/languages.ts'
import { countryCodes, maxCountries } from './countries.ts'
import { maxKeywords, readKeyword } from './page-words.ts'

const countryCode = z
  .string()
  .length(2)
  .refine(code => countryCodes().has(code), { error: 'is not a country of ISO 3166-1' })

const keyword = z
  .string()
  .max(100)
  .refine(text => readKeyword(text) !== null, {
    error: 'is not one word of up to 40 letters, with or without * at its end'
  })

export const choiceModes = ['include', 'exclude'] as const

/**
 * Targeting of a campaign: which visitors see it, in which page languages, and on pages with which words. Null means no
 * restriction.
 */
export const visitorsInput = {
  /** A visitor whose country is unknown sees campaigns that exclude countries, but none that include some. */
  countries: z
    .object({
      mode: z.enum(choiceModes),
      codes: z.array(countryCode).min(1).max(maxCountries)
    })
    .nullable(),
  /** A device that is not recognized counts as `other`. */
  devices: z.array(z.enum(deviceTypes)).min(1).max(deviceTypes.length).nullable(),
  /** A system that is not recognized counts as `other`. */
  systems: z.array(z.enum(deviceSystems)).min(1).max(deviceSystems.length).nullable(),
  /**
   * An ad unit without a site has no language: it shows campaigns that exclude languages, but none that include some.
   */
  page_languages: z
    .object({
      mode: z.enum(choiceModes),
      codes: z.array(z.enum(languages)).min(1).max(languages.length)
    })
    .nullable(),
  /**
   * A site whose page was not read, and an ad unit without a site, have no keywords: they show only campaigns that
   * include none.
   */
  page_keywords: z
    .object({
      include: z.array(keyword).max(maxKeywords).default([]),
      exclude: z.array(keyword).max(maxKeywords).default([])
    })
    .refine(it => it.include.length + it.exclude.length > 0, {
      error: 'must have a keyword to include or to exclude',
      path: ['include']
    })
    .nullable()
}

export const visitorsOutput = {
  countries: z.object({ mode: z.enum(choiceModes), codes: z.array(z.string()) }).nullable(),
  devices: z.array(z.enum(deviceTypes)).nullable(),
  systems: z.array(z.enum(deviceSystems)).nullable(),
  page_languages: z
    .object({ mode: z.enum(choiceModes), codes: z.array(z.enum(languages)) })
    .nullable(),
  page_keywords: z.object({ include: z.array(z.string()), exclude: z.array(z.string()) }).nullable()
}
