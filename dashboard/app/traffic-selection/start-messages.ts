import type { TrafficSource } from '@mille/stores/campaign-wizard/traffic-source.ts'

/** Messages of a new campaign that starts with the traffic in a link. */
export const startMessages = {
  /** Messages for a link whose source cannot be used, by the type of the source. */
  restarted: {
    ad_unit:
      'The ad unit in the link does not accept campaigns, so this campaign starts with the whole network. You can narrow it down in the “Traffic” step.',
    site: 'The site in the link is not in the network, so this campaign starts with the whole network. You can narrow it down in the “Traffic” step.',
    category:
      'The category in the link does not exist, so this campaign starts with the whole network. You can narrow it down in the “Traffic” step.',
    traffic_pack:
      'The pack in the link does not exist, so this campaign starts with the whole network. You can narrow it down in the “Traffic” step.'
  } satisfies Record<Exclude<TrafficSource['type'], 'all-categories'>, string>,
  starting: 'Looking up the traffic in the link',
  notStarted: 'The traffic in the link could not be looked up.'
}
