/** What the rating of traffic is made of. */
export const ratingMessages = {
  title: 'Traffic rating',
  open: 'What the rating means',
  text: 'How far the views of an ad unit can be trusted, from 0 to 1. It is made of what was counted in the last 30 days, and nobody can buy it.',
  fresh: 'Too little was counted yet; every unit starts with this.',
  parts: {
    viewability: 'Seen: how much of what was drawn was looked at for a second',
    accepted: 'Real: how much of what was reported was not rejected',
    health: 'Steady: on how many of the last days the unit showed anything'
  },
  weights: 'Seen and real count for two fifths each, steady for one fifth.',
  start: 'A new unit has 0.25 until 1,000 views were drawn.'
}
