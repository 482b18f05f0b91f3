/** The kinds of traffic that a campaign is aimed at one by one. */
export const targetTypes = ['site', 'ad_unit', 'category'] as const
export type TargetType = (typeof targetTypes)[number]

/** A site, ad unit or category in a list: what the lists need of it is its id. */
export type TargetItem = { id: string; name: string }

export type SelectedTraffic = {
  selectedSites: readonly TargetItem[]
  blockedSites: readonly TargetItem[]
  selectedAdUnits: readonly TargetItem[]
  blockedAdUnits: readonly TargetItem[]
  selectedCategories: readonly TargetItem[]
  blockedCategories: readonly TargetItem[]
}

export const noTraffic: SelectedTraffic = {
  selectedSites: [],
  blockedSites: [],
  selectedAdUnits: [],
  blockedAdUnits: [],
  selectedCategories: [],
  blockedCategories: []
}

/** Nothing chosen and nothing blocked: the campaign may run everywhere. */
export const isWholeNetwork = (traffic: SelectedTraffic) =>
  Object.values(traffic).every(items => items.length === 0)

const lists = {
  site: { selected: 'selectedSites', blocked: 'blockedSites' },
  ad_unit: { selected: 'selectedAdUnits', blocked: 'blockedAdUnits' },
  category: { selected: 'selectedCategories', blocked: 'blockedCategories' }
} as const satisfies Record<TargetType, Record<string, keyof SelectedTraffic>>

/** Selecting a source takes it out of what is blocked. */
export function select(traffic: SelectedTraffic, type: TargetType, item: TargetItem) {
  const { selected, blocked } = lists[type]
  return {
    ...traffic,
    [selected]: withItem(traffic[selected], item),
    [blocked]: withoutItem(traffic[blocked], item.id)
  }
}

/** Blocking a source takes it out of what is selected. */
export function block(traffic: SelectedTraffic, type: TargetType, item: TargetItem) {
  const { selected, blocked } = lists[type]
  return {
    ...traffic,
    [blocked]: withItem(traffic[blocked], item),
    [selected]: withoutItem(traffic[selected], item.id)
  }
}

/** Out of both. */
export function remove(traffic: SelectedTraffic, type: TargetType, id: string): SelectedTraffic {
  const { selected, blocked } = lists[type]
  return {
    ...traffic,
    [selected]: withoutItem(traffic[selected], id),
    [blocked]: withoutItem(traffic[blocked], id)
  }
}

export function stateOf(
  traffic: SelectedTraffic,
  type: TargetType,
  id: string
): 'selected' | 'blocked' | null {
  const { selected, blocked } = lists[type]
  if (traffic[selected].some(item => item.id === id)) return 'selected'
  return traffic[blocked].some(item => item.id === id) ? 'blocked' : null
}

/** Something is selected; what is only blocked leaves everything else. */
export function isSelected(traffic: SelectedTraffic): boolean {
  return targetTypes.some(type => traffic[lists[type].selected].length > 0)
}

/** As the calls take it. */
export function trafficAttributes(traffic: SelectedTraffic) {
  const ids = (list: readonly TargetItem[]) => list.map(item => item.id)
  return {
    selected_site_ids: ids(traffic.selectedSites),
    blocked_site_ids: ids(traffic.blockedSites),
    selected_ad_unit_ids: ids(traffic.selectedAdUnits),
    blocked_ad_unit_ids: ids(traffic.blockedAdUnits),
    selected_category_ids: ids(traffic.selectedCategories),
    blocked_category_ids: ids(traffic.blockedCategories)
  }
}

/** Each id once: an item that is there already keeps its place and gets its newest name. */
function withItem(list: readonly TargetItem[], item: TargetItem): readonly TargetItem[] {
  return list.some(it => it.id === item.id)
    ? list.map(it => (it.id === item.id ? item : it))
    : [...list, item]
}

function withoutItem(list: readonly TargetItem[], id: string): readonly TargetItem[] {
  return list.filter(item => item.id !== id)
}
