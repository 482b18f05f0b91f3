import { countryName } from '@mille/api/campaigns/countries.ts'
import type { DeviceSystem, DeviceType } from '@mille/api/constants.ts'
import type { CodeChoice, Keywords } from '@mille/stores/campaign-draft/campaign-rules.ts'
import { languageName } from '../page/language-name.ts'
import { systemNames } from '../page/system-names.ts'

export const visitorsMessages = {
  title: 'Visitors and pages',
  remove: (name: string) => `Remove ${name}`,
  devices: 'Devices',
  devicesHelp: 'Safari on an iPad counts as a computer.',
  allDevices: 'All devices',
  systems: 'Operating systems',
  systemsHelp: 'As browsers report them. An iPad with Safari counts as macOS.',
  allSystems: 'All operating systems'
}

/** The texts of a choice among all codes of one kind. */
export type ChoiceWords = {
  label: string
  modes: Record<CodeChoice['mode'], string>
  help: Record<CodeChoice['mode'], string>
  chosen: string
  search: string
  noMatch: string
}

export const countryWords: ChoiceWords = {
  label: 'Countries',
  modes: {
    all: 'All countries',
    include: 'Only these countries',
    exclude: 'All except these countries'
  },
  help: {
    all: '',
    include: 'Visitors whose country is unknown do not see the ad.',
    exclude: 'Visitors whose country is unknown see the ad.'
  },
  chosen: 'Chosen countries',
  search: 'Search countries',
  noMatch: 'No country has this name.'
}

const ofThePage =
  'The language of the site, not of your ad: an ad that is not in English is shown only on sites in its own language anyway.'

export const pageLanguageWords: ChoiceWords = {
  label: 'Page languages',
  modes: {
    all: 'All languages',
    include: 'Only these languages',
    exclude: 'All except these languages'
  },
  help: {
    all: ofThePage,
    include: `${ofThePage} Ad units in apps have no language and do not show the ad.`,
    exclude: `${ofThePage} Ad units in apps have no language and show the ad.`
  },
  chosen: 'Chosen languages',
  search: 'Search languages',
  noMatch: 'No language has this name.'
}

export const keywordMessages = {
  title: 'Page keywords',
  text: 'The network reads the home page of each site: its title, keywords, main headings, and description. Add single words with Enter or a comma, or paste a list. “bit*” is every word that begins with “bit”.',
  all: 'Any',
  labels: { include: 'Keywords to include', exclude: 'Keywords to exclude' },
  help: {
    include:
      'Only sites that use at least one of these words show the ad. Ad units in apps and sites whose home page was not read yet do not show it.',
    exclude: 'Sites that use any of these words do not show the ad.'
  },
  add: { include: 'Add to include', exclude: 'Add to exclude' },
  addWord: 'Add',
  count: (count: number, max: number) => `${count} of ${max} keywords`,
  notAdded: (text: string) => `Not added: ${text}`
}

export const deviceLabels: Record<DeviceType, string> = {
  phone: 'Phones',
  tablet: 'Tablets',
  computer: 'Computers',
  other: 'Televisions, consoles, and others'
}

export const systemLabels: Record<DeviceSystem, string> = {
  ...systemNames,
  other: 'Others'
}

export const siteShareMessages = {
  label: 'Maximum share of one site',
  help: 'One site may take at most this part of your daily budget in a day (UTC); leave it empty for no limit.',
  noLimit: 'No limit'
}

const shownAtMost = 10

/** Restrictions on the visitors and sites of a campaign. Null means no restriction. */
type VisitorChoices = {
  countries: CodeChoice | null
  devices: readonly DeviceType[] | null
  systems: readonly DeviceSystem[] | null
  pageLanguages: CodeChoice | null
  pageKeywords: Keywords | null
  /** A number, or its text in a draft, where an empty text means no restriction. */
  siteSharePercent: number | string | null
}

/** Returns the chosen restrictions, each with its label. */
export function visitorFacts(choices: VisitorChoices): [string, string][] {
  const { countries, devices, systems, pageLanguages, pageKeywords, siteSharePercent } = choices
  const { allDevices, allSystems } = visitorsMessages
  return [
    [countryWords.label, choiceText(countries, countryWords, countryName)],
    [visitorsMessages.devices, devices?.map(it => deviceLabels[it]).join(', ') ?? allDevices],
    [visitorsMessages.systems, systems?.map(it => systemLabels[it]).join(', ') ?? allSystems],
    [pageLanguageWords.label, choiceText(pageLanguages, pageLanguageWords, languageName)],
    [keywordMessages.title, keywordsText(pageKeywords)],
    [siteShareMessages.label, siteSharePercent ? `${siteSharePercent}%` : siteShareMessages.noLimit]
  ]
}

/** Returns a choice in one line: the first codes by name, and the total number. */
function choiceText(
  choice: CodeChoice | null,
  { modes }: ChoiceWords,
  nameOf: (code: string) => string
): string {
  const { mode, codes } = choice ?? { mode: 'all', codes: [] }
  if (mode === 'all') return modes.all
  const list = firstOf(codes.map(nameOf).sort())
  return mode === 'include' ? list : `All except ${list}`
}

function keywordsText(keywords: Keywords | null): string {
  const [included, excluded] = [keywords?.include ?? [], keywords?.exclude ?? []].map(firstOf)
  if (!excluded) return included || keywordMessages.all
  return included ? `${included}; but not ${excluded}` : `All except ${excluded}`
}

function firstOf(names: readonly string[]): string {
  const shown = names.slice(0, shownAtMost).join(', ')
  return names.length > shownAtMost ? `${shown}, … (${names.length})` : shown
}
