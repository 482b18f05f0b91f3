export const houseAdMessages = {
  title: 'House ads',
  text: 'Your own texts or banners with links. One of them is shown, unpaid, when no campaign matches this unit.',
  add: 'Add house ad',
  addTitle: 'Add a house ad',
  editTitle: 'Edit house ad',
  edit: 'Edit',
  editOne: (text: string) => `Edit “${text}”`,
  remove: 'Remove',
  removeOne: (text: string) => `Remove “${text}”`,
  removeTitle: 'Remove this house ad?',
  removeText: (text: string) => `Your pages stop showing “${text}” within a second.`,
  removed: 'House ad removed',
  saved: 'Saved. Your pages update within a second.',
  emptyTitle: 'No house ads',
  emptyText: 'Promote your newsletter, a book or a sale when there is no paid ad.',
  columns: { ad: 'House ad', share: 'Share', dates: 'Dates', actions: 'Actions' },
  notRunning: 'Not running',
  weightOf: (weight: number) => `weight ${weight}`,
  always: 'Always',
  from: (start: string) => `From ${start}`,
  until: (end: string) => `Until ${end}`,
  fields: {
    text: 'Text',
    link: 'Link',
    weight: 'Weight',
    banner_ids: 'Banners',
    starts_at: 'Start',
    ends_at: 'End'
  },
  bannersHelp: (count: number) =>
    `Optional, up to ${count}. PNG, JPEG, GIF, WebP, or AVIF, up to 700 kB, in a banner size or twice that. Where none fits, the text is shown.`,
  otherSize: (size: string, unit: string) =>
    `${size}: not shown in this unit, whose size is ${unit}`,
  bannerCount: (count: number) => (count === 1 ? '1 banner' : `${count} banners`),
  preview: 'Preview',
  waitForUpload: 'Wait until the banners are uploaded.',
  weightHelp:
    'From 1 to 100. A house ad with twice the weight of another one is shown twice as often.',
  datesHelp: {
    starts_at: 'In UTC. Empty: at once.',
    ends_at: 'In UTC. Empty: until you remove it.'
  }
}
