import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import {
  type ScreenType,
  siteCategories,
  sizesFor
} from '@mille/stores/ad-unit-draft/ad-unit-rules.ts'
import { categoryLabels } from '../page/category-labels.ts'
import { adOfferMessages } from './messages.ts'
import { sizeLabel } from './size-picture.tsx'

export type Choice<Id extends string = string> = { value: Id; label: string }

/** `offered` are the banner sizes that the operator offers. Adaptive is not a banner size, so it is always offered. */
export function sizeChoices(screenType: ScreenType, offered: readonly string[], own: UnitSize) {
  const all = sizesFor(screenType).map(value => ({ value, label: sizeLabel(value) }))
  return choicesOf(all, ['Adaptive', ...offered], [own])
}

/** `offered` and `own` contain ids of categories. */
export function categoryChoices(offered: readonly string[], own: readonly string[]): Choice[] {
  const all = siteCategories.map(({ id, name }) => ({
    value: String(id),
    label: categoryLabels[name] ?? name
  }))
  return choicesOf(all, offered, own)
}

/** Returns the offered choices, plus the person's own choices that are no longer offered, which are marked. */
function choicesOf<Id extends string>(
  all: readonly Choice<Id>[],
  offered: readonly string[],
  own: readonly string[]
): Choice<Id>[] {
  return all
    .filter(({ value }) => offered.includes(value) || own.includes(value))
    .map(it =>
      offered.includes(it.value) ? it : { ...it, label: adOfferMessages.notOffered(it.label) }
    )
}
