export const blockedDomainsMessages = {
  title: 'Blocked advertisers',
  text: 'Ads that lead to these domains, or to names below them, are shown on none of your ad units.',
  label: 'Blocked domains',
  help: 'One in each line, such as example.com. Up to 200.',
  save: 'Save blocked domains',
  saved: 'Blocked domains saved'
}
