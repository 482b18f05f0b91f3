export const shareMessages = {
  share: 'Share',
  title: 'Share this report',
  description:
    'Everyone who has the link can see this report as it is set up now, without signing in, until you revoke the link.',
  name: 'Name',
  nameHelp: 'Anyone who opens the link sees it as the title of the report.',
  create: 'Create link',
  madeTitle: 'Copy the link now',
  madeText: 'It will not be shown again.',
  what: 'link',
  links: 'Your links',
  none: 'You have not shared a report yet.',
  byEmail: 'By email',
  byEmailHelp: 'Figures, the first ten rows and a link, at 08:00 UTC. Only you get them.',
  weekly: 'Email me every Monday',
  monthly: 'Email me on the first of the month',
  mailed: 'You will get this report by email',
  noMails: 'You get no report by email.',
  often: 'How often',
  everys: { week: 'Every Monday', month: 'On the first of the month' },
  next: 'Next',
  stop: 'Stop',
  stopOne: (name: string) => `Stop the emails of ${name}`,
  stopped: 'You will not get this report again',
  created: 'Created',
  opened: 'Last opened',
  never: 'Never',
  revoke: 'Revoke',
  revokeOne: (name: string) => `Revoke the link ${name}`,
  revokeTitle: (name: string) => `Revoke the link ${name}?`,
  revokeText: 'People who have the link can no longer see the report. This cannot be undone.',
  revoked: 'Link revoked'
}

export const sharedMessages = {
  title: 'Shared report',
  description: (from: string, to: string) =>
    `${from} to ${to}, in UTC. Shared as a read-only link.`,
  filters: 'Only',
  gone: 'This report is not shared',
  goneText:
    'The link was revoked, or its address is not complete. Ask the person who sent it to you for a new one.',
  home: 'Go to the home page',
  firstRows: (count: number, records: string) =>
    `The first ${count} of ${records} rows. The file has all of them.`
}
