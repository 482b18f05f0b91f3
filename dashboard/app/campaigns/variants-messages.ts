import { maxVariants, maxVariantWeight } from '@mille/api/constants.ts'
import type { VariantState } from '@mille/stores/variants/variants.ts'
import type { BadgeTone } from '@mille/ui/badge/badge.tsx'
import { campaignWizardMessages } from './messages.ts'

const { fields } = campaignWizardMessages

/** Messages about the variants of a campaign. */
export const variantsMessages = {
  copiedTitle: 'All variants are copied',
  copiedText:
    'The ad that you see here is the first one. The other ads, the weights, and the way of choosing are those of the campaign that you copied, and an operator reviews each ad. You can change them once this campaign is created.',
  copyFirstOnly: 'Copy only this ad',
  copiesLeftOut: 'Only the first ad is copied',
  undo: 'Undo',
  title: 'Variants',
  text: 'The ads among which this campaign chooses. An operator reviews each of them; a rejected one leaves the others running.',
  add: 'Add variant',
  full: `A campaign can have up to ${maxVariants} variants. Remove one to add another.`,
  heading: (name: string) => `Variant ${name}`,
  states: {
    live: { label: 'Live', tone: 'positive' },
    updating: { label: 'Live, change in review', tone: 'info' },
    pending: { label: 'In review', tone: 'info' },
    rejected: { label: 'Rejected', tone: 'negative' },
    ended: { label: 'Not shown', tone: 'neutral' }
  } satisfies Record<VariantState, { label: string; tone: BadgeTone }>,
  updatingText:
    'The change is shown here. Visitors see the approved version until an operator approves the change.',
  rejectedTitle: 'Reason for the rejection',
  period: 'Last 30 days, in UTC',
  billable: 'Billable views',
  clicked: 'Clicks',
  rate: 'Click rate',
  weight: 'Weight',
  weightAnd: (weight: number, share: string) => `${weight}, ${share} of the views`,
  notLoaded: 'The numbers of the last 30 days could not be loaded.',
  edit: 'Edit',
  editOne: (name: string) => `Edit variant ${name}`,
  remove: 'Remove',
  removeOne: (name: string) => `Remove variant ${name}`,
  removeTitle: (name: string) => `Remove variant ${name}?`,
  removeText:
    'It is no longer shown, and cannot be restored. Its views and clicks stay in your reports.',
  removed: 'Variant removed',
  addTitle: 'Add a variant',
  addText: (name: string) =>
    `Its language and link are those of variant ${name} until you change them. An operator reviews it before it is shown.`,
  addEmptyText: 'An operator reviews it before it is shown.',
  editTitle: (name: string) => `Edit variant ${name}`,
  editText:
    'Changed text and pictures are reviewed again; the approved version keeps running in the meantime. A new name needs no review.',
  restored: 'The form has what you entered before and did not save.',
  startOver: 'Start over',
  submit: 'Submit for review',
  save: 'Save variant',
  added: 'Variant submitted for review',
  saved: 'Variant saved',
  nameHelp: {
    add: 'Only you and operators see it. Leave empty for the next letter.',
    edit: 'Only you and operators see it.'
  },
  /** Labels of the form's fields, in their order. */
  fields: {
    name: fields.name,
    link_text: fields.link_text,
    creative_text: fields.creative_text,
    creative_action: fields.creative_action,
    creative_link: fields.creative_link,
    language: fields.language,
    rating: fields.rating,
    product_category: fields.product_category,
    advert_logo: fields.advert_logo,
    advert_illustration: fields.advert_illustration,
    banner_ids: fields.banner_ids,
    banners_only: fields.banners_only
  }
}

/** Messages about how a campaign chooses among its variants. */
export const variantChoiceMessages = {
  title: 'Which variant is shown',
  text: 'Only live variants are shown. A change applies at once and needs no review.',
  choice: 'How to choose',
  weights: 'By weight',
  weightsText: 'Views are split in proportion to the weights that you set.',
  best: 'Let the better one run',
  bestText: (part: string | null) =>
    `Most views go to the variant that people click most, as soon as its lead is not chance. Each keeps at least 10% divided by their number${part === null ? '' : `, which is ${part} now`}.`,
  weightOf: (name: string) => `Weight of ${name}`,
  weightHelp: `From 1 to ${maxVariantWeight}.`,
  notLive: 'Counts once it is live.',
  share: (share: string) => `${share} of the views`,
  save: 'Save choice',
  saved: 'Choice saved'
}

/** Formats a part of all views, from 0 to 1. A small part is `<1%`, because 0% would mean never. */
export function partText(part: number): string {
  return part < 0.01 ? '<1%' : `${Number((part * 100).toFixed(1))}%`
}
