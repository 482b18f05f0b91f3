export const exclusionMessages = {
  selectAll: 'Select all on this page',
  /** Labels of the button for rows that are not excluded and for rows that are. */
  open: { exclude: 'Exclude from campaign', allow: 'Allow again' },
  actions: { exclude: 'Exclude', allow: 'Allow' },
  things: {
    site: (count: number) => (count === 1 ? '1 site' : `${count} sites`),
    ad_unit: (count: number) => (count === 1 ? '1 ad unit' : `${count} ad units`)
  },
  titles: {
    exclude: (things: string, campaign: string) =>
      campaign ? `Exclude ${things} from “${campaign}”?` : `Exclude ${things} from a campaign?`,
    allow: (things: string, campaign: string) =>
      campaign ? `Allow ${things} in “${campaign}” again?` : `Allow ${things} in a campaign again?`
  },
  texts: {
    exclude: 'The campaign will no longer be shown there. You can undo this.',
    allow: 'The campaign can be shown there again. You can undo this.'
  },
  campaign: 'Campaign',
  choose: 'Choose a campaign',
  chooseOne: 'Choose a campaign.',
  newest: 'The 100 newest. For another one, filter the report by it first.',
  failed: {
    exclude: (names: string) => `Not excluded: ${names}`,
    allow: (names: string) => `Still excluded: ${names}`
  },
  andMore: (names: string, more: number) => (more > 0 ? `${names} and ${more} more` : names),
  done: {
    exclude: (things: string) => `Excluded ${things}.`,
    allow: (things: string) => `Allowed ${things} again.`
  },
  undo: 'Undo',
  undone: 'Undone',
  notUndone: 'Not undone',
  excluded: 'Excluded',
  siteExcluded: 'Site excluded'
}
