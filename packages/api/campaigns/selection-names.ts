/**
 * Sources on which a campaign runs or does not run, by kind. If no source is selected, the campaign runs everywhere.
 */
export const selectionNames = [
  'selected_site_ids',
  'blocked_site_ids',
  'selected_ad_unit_ids',
  'blocked_ad_unit_ids',
  'selected_category_ids',
  'blocked_category_ids'
] as const
export type SelectionName = (typeof selectionNames)[number]
export type SelectionIds = Record<SelectionName, string[]>

export const emptySelection: SelectionIds = {
  selected_site_ids: [],
  blocked_site_ids: [],
  selected_ad_unit_ids: [],
  blocked_ad_unit_ids: [],
  selected_category_ids: [],
  blocked_category_ids: []
}
