import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import type { OfferDraft } from '@mille/stores/marketplace/offer-form.ts'
import type { BadgeTone } from '@mille/ui/badge/badge.tsx'

export const offerMessages = {
  title: 'My offers',
  description: 'The publications that you offer, and their status.',
  create: 'New offer',
  emptyTitle: 'No offers yet',
  emptyText:
    'Offer an article, a post, or a place in your newsletter, and advertisers can order it here.',
  columns: { offer: 'Offer', type: 'Type', state: 'Status', price: 'Price' },
  newTitle: 'Offer a publication',
  newText: 'An operator reviews every offer before it appears in the catalog.',
  editTitle: 'Edit offer',
  editText:
    'Changes to the price or turnaround apply immediately. Anything else is reviewed again first.',
  back: 'My offers',
  save: 'Save',
  send: 'Submit for review',
  created: 'Your offer was submitted. Its status here shows when it is in the catalog.',
  saved: 'Offer saved',
  archive: 'Take down',
  archiveTitle: 'Take this offer down?',
  archiveText: 'It is removed from the catalog permanently. Existing orders continue.',
  archived: 'Offer taken down',
  rejectedTitle: 'Offer rejected',
  noSites: 'You have no verified site yet. Each offer belongs to one of your sites.',
  addSite: 'Add an ad unit to verify your site',
  signIn: 'Sign in to offer a publication. What you enter here is kept.',
  view: 'View public page',
  preview: 'Preview',
  descriptionHelp:
    'Markdown: **bold**, *italic*, lists and [links](https://example.com). Describe your readers and the topics that you do not cover.',
  includedHelp: 'One item per line, up to twelve: word count, links, how long it stays online.',
  logoHelp:
    'Optional. PNG, JPEG, GIF, WebP, or AVIF, up to 700 kB. It is resized to a square of 256 pixels.',
  removeLogo: 'Remove logo',
  fields: {
    site_id: 'Site',
    publication_offer_type: 'Type',
    name: 'Name',
    description: 'Description',
    languages: 'Languages',
    categories: 'Subjects',
    included: 'What is included',
    turnaround_days: 'Turnaround (days)',
    price: 'Price (USD)',
    logo_id: 'Logo',
    logo: 'Logo'
  } satisfies Record<keyof OfferDraft, string>
}

export const offerStateBadges: Record<
  Offer['attributes']['state'],
  { label: string; tone: BadgeTone }
> = {
  pending: { label: 'In review', tone: 'info' },
  live: { label: 'In the catalog', tone: 'positive' },
  rejected: { label: 'Rejected', tone: 'negative' },
  archived: { label: 'Taken down', tone: 'neutral' }
}
