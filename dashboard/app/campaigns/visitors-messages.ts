import { countryName } from '@mille/api/campaigns/countries.ts'
import type { DeviceSystem, DeviceType } from '@mille/api/constants.ts'
import type { CountryChoice } from '@mille/stores/campaign-draft/campaign-rules.ts'

export const visitorsMessages = {
  title: 'Visitors',
  countries: 'Countries',
  modes: {
    all: 'All countries',
    include: 'Only these countries',
    exclude: 'All except these countries'
  } satisfies Record<CountryChoice['mode'], string>,
  countriesHelp: {
    all: '',
    include: 'Visitors whose country is unknown do not see the ad.',
    exclude: 'Visitors whose country is unknown see the ad.'
  } satisfies Record<CountryChoice['mode'], string>,
  chosen: 'Chosen countries',
  search: 'Search countries',
  noMatch: 'No country has this name.',
  remove: (country: string) => `Remove ${country}`,
  devices: 'Devices',
  devicesHelp: 'Safari on an iPad counts as a computer.',
  allDevices: 'All devices',
  systems: 'Operating systems',
  systemsHelp: 'As browsers report them. An iPad with Safari counts as macOS.',
  allSystems: 'All operating systems'
}

export const deviceLabels: Record<DeviceType, string> = {
  phone: 'Phones',
  tablet: 'Tablets',
  computer: 'Computers',
  other: 'Televisions, consoles, and others'
}

export const systemLabels: Record<DeviceSystem, string> = {
  android: 'Android',
  ios: 'iOS',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  chromeos: 'ChromeOS',
  other: 'Others'
}

const shownAtMost = 10

/** In a line: the first countries by name, and how many there are. */
export function countriesText({ mode, codes }: CountryChoice): string {
  if (mode === 'all') return visitorsMessages.modes.all
  const names = codes.map(countryName).sort()
  const shown = names.slice(0, shownAtMost).join(', ')
  const list = names.length > shownAtMost ? `${shown}, … (${names.length})` : shown
  return mode === 'include' ? list : `All except ${list}`
}

/** Null is all. */
export function devicesText(devices: readonly DeviceType[] | null): string {
  return devices?.map(it => deviceLabels[it]).join(', ') ?? visitorsMessages.allDevices
}

/** Null is all. */
export function systemsText(systems: readonly DeviceSystem[] | null): string {
  return systems?.map(it => systemLabels[it]).join(', ') ?? visitorsMessages.allSystems
}
