/** Messages that explain how the traffic rating is computed. */
export const ratingMessages = {
  title: 'Traffic rating',
  open: 'What the rating means',
  text: 'How trustworthy the views of an ad unit are, from 0 to 1. It is based on the last 30 days and cannot be bought.',
  fresh: 'Not enough data yet. Every unit starts with this rating.',
  parts: {
    viewability: 'Viewability: the share of rendered ads that were in view for a second',
    accepted: 'Validity: the share of reports that were not rejected',
    health: 'Consistency: the share of days on which the unit showed ads'
  },
  weights: 'Viewability and validity count for 40% each, consistency for 20%.',
  start: 'A new unit has a rating of 0.25 until 1,000 ads were rendered.'
}
