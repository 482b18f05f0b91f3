import { foldKeywords } from '@mille/api/campaigns/page-words.ts'
import type { visitorsInput } from '@mille/api/campaigns/visitors.ts'
import { deviceSystems, deviceTypes } from '@mille/api/constants.ts'
import type { z } from 'zod'
import type { Tx } from '../db/connect.ts'
import { type CampaignRow, setVisitors, type Visitors } from './campaign-queries.ts'

type VisitorsInput = {
  [Name in keyof typeof visitorsInput]?: z.output<(typeof visitorsInput)[Name]> | undefined
}

export const allVisitors: Visitors = {
  country_mode: null,
  countries: null,
  devices: null,
  systems: null,
  page_language_mode: null,
  page_languages: null,
  included_keywords: null,
  excluded_keywords: null
}

/**
 * Applies an input's changes to a campaign's targeting of visitors and pages. Selecting every device or every system
 * means no limit; selecting every language does not, because some ad units have none.
 */
export function readVisitors(input: VisitorsInput, before: Visitors): Visitors {
  const { countries, devices, systems, page_languages, page_keywords } = input
  const after = { ...before }
  if (countries !== undefined) {
    after.country_mode = countries?.mode ?? null
    after.countries = countries && [...new Set(countries.codes)].sort()
  }
  if (page_languages !== undefined) {
    after.page_language_mode = page_languages?.mode ?? null
    after.page_languages = page_languages && [...new Set(page_languages.codes)].sort()
  }
  if (page_keywords !== undefined) {
    after.included_keywords = keywordsOf(page_keywords?.include)
    after.excluded_keywords = keywordsOf(page_keywords?.exclude)
  }
  if (devices !== undefined) after.devices = someOf(deviceTypes, devices)
  if (systems !== undefined) after.systems = someOf(deviceSystems, systems)
  return after
}

/** Returns the normalized keywords, or null if there are none. */
function keywordsOf(typed: readonly string[] = []): string[] | null {
  const folded = foldKeywords(typed)
  return folded.length > 0 ? folded : null
}

/** Returns the chosen values without duplicates and in the standard order, or null if all are chosen. */
function someOf<Kind extends string>(
  all: readonly Kind[],
  chosen: readonly Kind[] | null
): Kind[] | null {
  const some = all.filter(it => chosen?.includes(it))
  return chosen === null || some.length === all.length ? null : some
}

/** Saves the targeting of a locked campaign. Delivery is notified as of any change to the campaign. */
export async function writeVisitors(tx: Tx, campaign: CampaignRow, after: Visitors): Promise<void> {
  const isSame =
    after.country_mode === campaign.country_mode &&
    after.countries?.join() === campaign.countries?.join() &&
    after.devices?.join() === campaign.devices?.join() &&
    after.systems?.join() === campaign.systems?.join() &&
    after.page_language_mode === campaign.page_language_mode &&
    after.page_languages?.join() === campaign.page_languages?.join() &&
    after.included_keywords?.join() === campaign.included_keywords?.join() &&
    after.excluded_keywords?.join() === campaign.excluded_keywords?.join()
  if (!isSame) await setVisitors(tx, campaign.id, after)
}

export function visitorsAttributes(row: Visitors) {
  return {
    countries: choiceOf(row.country_mode, row.countries),
    devices: row.devices,
    systems: row.systems,
    page_languages: choiceOf(row.page_language_mode, row.page_languages),
    page_keywords: keywordChoice(row)
  }
}

function keywordChoice({ included_keywords: include, excluded_keywords: exclude }: Visitors) {
  return include || exclude ? { include: include ?? [], exclude: exclude ?? [] } : null
}

function choiceOf<Code extends string>(mode: Visitors['country_mode'], codes: Code[] | null) {
  return mode && codes && { mode, codes }
}
