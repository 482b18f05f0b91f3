import { isOpenByClock } from '@mille/testing/schedules.ts'
import { isVariantLive, type Person, type Place, type Terms, type VariantPlan } from './plan.ts'

type Page = Pick<Place, 'language' | 'words'>

/**
 * Returns why a variant of a campaign may not be shown to a visitor on a page at a moment, by what its advertiser asked for, or null
 * if it may. Written without the product's rules, to hold against them.
 */
export function whyOutside(
  terms: Terms,
  variant: VariantPlan,
  page: Page,
  person: Person,
  atMs: number
): string | null {
  const { startsAt, endsAt, schedule, countries, devices, systems, pageLanguages, keywords } = terms
  if (startsAt && atMs < startsAt.getTime()) return 'it has not started'
  if (endsAt && atMs >= endsAt.getTime()) return 'it has ended'
  if (schedule && !isOpenByClock(schedule, atMs)) return 'it is outside of its hours'
  if (countries && !isChosen(countries, person.country)) return `of visitors in ${person.country}`
  if (devices && !devices.includes(person.device)) return `of a ${person.device}`
  if (systems && !systems.includes(person.system)) return `of ${person.system}`
  if (!isVariantLive(variant, atMs)) return 'its variant is not live'
  if (!fitsPage(variant, page)) return 'of the ad’s language'
  if (pageLanguages && !isChosen(pageLanguages, page.language))
    return `of pages in ${page.language}`
  if (keywords && !hasWords(keywords, page.words)) return `of the words ${page.words}`
  return null
}

/** Whether an ad may be on a page because of its language. */
export function fitsPage({ language }: VariantPlan, page: Page): boolean {
  return language === 'en' || language === page.language
}

/** What is not known is in no list. */
function isChosen({ mode, codes }: NonNullable<Terms['countries']>, code: string | null): boolean {
  const isListed = code !== null && codes.includes(code)
  return mode === 'include' ? isListed : !isListed
}

function hasWords(
  { included, excluded }: NonNullable<Terms['keywords']>,
  words: string[]
): boolean {
  const matches = (keyword: string) => {
    const pattern = new RegExp(`^${keyword.replace('*', '.*')}$`)
    return words.some(word => pattern.test(word))
  }
  return (included.length === 0 || included.some(matches)) && !excluded.some(matches)
}
