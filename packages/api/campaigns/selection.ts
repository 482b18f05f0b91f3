import { z } from 'zod'
import { idInput, idText } from '../schema.ts'

const ids = z.array(idInput).max(1000)

/** Selections of a new campaign. A selection that is left out is empty. */
export const selectionInput = {
  selected_site_ids: ids.default([]),
  blocked_site_ids: ids.default([]),
  selected_ad_unit_ids: ids.default([]),
  blocked_ad_unit_ids: ids.default([]),
  selected_category_ids: ids.default([]),
  blocked_category_ids: ids.default([])
}

/** Changes to the selections of a campaign. A selection that is left out keeps its value. */
export const selectionChanges = {
  selected_site_ids: ids.optional(),
  blocked_site_ids: ids.optional(),
  selected_ad_unit_ids: ids.optional(),
  blocked_ad_unit_ids: ids.optional(),
  selected_category_ids: ids.optional(),
  blocked_category_ids: ids.optional()
}

const texts = z.array(idText)
export const selectionOutput = {
  selected_site_ids: texts,
  blocked_site_ids: texts,
  selected_ad_unit_ids: texts,
  blocked_ad_unit_ids: texts,
  selected_category_ids: texts,
  blocked_category_ids: texts
}
