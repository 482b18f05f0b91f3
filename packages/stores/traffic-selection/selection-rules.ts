/** Types of targets that a campaign can select or block individually. */
export const targetTypes = ['site', 'ad_unit', 'category'] as const
export type TargetType = (typeof targetTypes)[number]

/** A site, ad unit or category in a list, identified by its ID. */
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

/** Whether nothing is selected or blocked, so that the campaign may run everywhere. */
export const isWholeNetwork = (traffic: SelectedTraffic) =>
  Object.values(traffic).every(items => items.length === 0)

const lists = {
  site: { selected: 'selectedSites', blocked: 'blockedSites' },
  ad_unit: { selected: 'selectedAdUnits', blocked: 'blockedAdUnits' },
  category: { selected: 'selectedCategories', blocked: 'blockedCategories' }
} as const satisfies Record<TargetType, Record<string, keyof SelectedTraffic>>

/** Selects an item, which also unblocks it. */
export function select(traffic: SelectedTraffic, type: TargetType, item: TargetItem) {
  const { selected, blocked } = lists[type]
  return {
    ...traffic,
    [selected]: withItem(traffic[selected], item),
    [blocked]: withoutItem(traffic[blocked], item.id)
  }
}

/** Blocks an item, which also deselects it. */
export function block(traffic: SelectedTraffic, type: TargetType, item: TargetItem) {
  const { selected, blocked } = lists[type]
  return {
    ...traffic,
    [blocked]: withItem(traffic[blocked], item),
    [selected]: withoutItem(traffic[selected], item.id)
  }
}

/** Removes an item from both the selected and the blocked list. */
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

/** Whether anything is selected. With only blocked items, the campaign runs everywhere else. */
export function isSelected(traffic: SelectedTraffic): boolean {
  return targetTypes.some(type => traffic[lists[type].selected].length > 0)
}

/** Converts the selection to the attributes of the API. */
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

/** Adds an item without duplicates: an existing item keeps its place and gets its newest name. */
function withItem(list: readonly TargetItem[], item: TargetItem): readonly TargetItem[] {
  return list.some(it => it.id === item.id)
    ? list.map(it => (it.id === item.id ? item : it))
    : [...list, item]
}

function withoutItem(list: readonly TargetItem[], id: string): readonly TargetItem[] {
  return list.filter(item => item.id !== id)
}
