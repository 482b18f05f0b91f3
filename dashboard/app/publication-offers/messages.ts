import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import type { OfferDraft } from '@mille/stores/marketplace/offer-form.ts'
import type { BadgeTone } from '@mille/ui/badge/badge.tsx'

export const offerMessages = {
  title: 'My offers',
  description: 'What you publish for others, and what became of it.',
  create: 'New offer',
  emptyTitle: 'No offers yet',
  emptyText:
    'Offer an article, a post or a place in your newsletter, and advertisers order it here.',
  columns: { offer: 'Offer', type: 'Kind', state: 'State', price: 'Price' },
  newTitle: 'Offer a publication',
  newText: 'An operator reads every offer before it stands in the catalog.',
  editTitle: 'Edit the offer',
  editText: 'A new price or turnaround counts at once; anything else is read again first.',
  back: 'My offers',
  save: 'Save',
  send: 'Send for review',
  created: 'Your offer is on its way. You see here when it is in the catalog.',
  saved: 'The offer is saved',
  archive: 'Take it down',
  archiveTitle: 'Take this offer down?',
  archiveText: 'It leaves the catalog for good. Orders that were placed go on.',
  archived: 'The offer is taken down',
  rejectedTitle: 'The offer was rejected',
  noSites: 'You have no verified site yet. An offer belongs to a site that is yours.',
  addSite: 'Add an ad unit to verify your site',
  signIn: 'Sign in to offer a publication. What you type here is kept.',
  view: 'See it as others do',
  preview: 'How it reads',
  descriptionHelp:
    'Markdown: **bold**, *italic*, lists and [links](https://example.com). Say who reads it and what you do not write about.',
  includedHelp: 'A line for each thing, at most twelve: words, links, how long it stays.',
  logoHelp:
    'Optional. A square of 256 pixels is made of it; PNG, JPEG, GIF, WebP or AVIF, at most 700 kB.',
  removeLogo: 'Remove the logo',
  fields: {
    site_id: 'Site',
    publication_offer_type: 'Kind',
    name: 'Name',
    description: 'Description',
    languages: 'Languages',
    categories: 'Subjects',
    included: 'What is included',
    turnaround_days: 'Published within, days',
    price: 'Price, USD',
    logo_id: 'Logo',
    logo: 'Logo'
  } satisfies Record<keyof OfferDraft, string>
}

export const offerStateBadges: Record<
  Offer['attributes']['state'],
  { label: string; tone: BadgeTone }
> = {
  pending: { label: 'Waits for review', tone: 'info' },
  live: { label: 'In the catalog', tone: 'positive' },
  rejected: { label: 'Rejected', tone: 'negative' },
  archived: { label: 'Taken down', tone: 'neutral' }
}
