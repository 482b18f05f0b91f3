export const adPreviewMessages = {
  title: 'See it on a site',
  text: 'Opens a page of a site with your ad in one of its ad units, for 30 minutes. Nothing is counted or charged.',
  unit: 'Ad unit',
  unitHelp: 'Where the campaign ran or may run.',
  pageHelp:
    'The home page is suggested. If the ad unit is on another page of the site, enter that one.',
  ad: 'Ad',
  open: 'Open the page',
  opened: 'The page shows your ad in a new tab',
  refusals: {
    preview_not_shown:
      'This ad unit does not show the ad. Its publisher may have blocked the ad or not approved it yet, or the ad has another language or no size that fits.',
    not_found:
      'This ad unit cannot be chosen right now, or the ad no longer runs. Choose another one.'
  },
  notRunning:
    'You can look at an ad on the pages of sites while its campaign is active and after the ad is approved.',
  noUnits: 'No ad unit on a verified site was found where this campaign may run.'
}
