/** Words of the popups of the campaign wizard. */
export const popupMessages = {
  coupon: {
    title: 'Use a coupon',
    text: 'A coupon belongs to one campaign and is used when that campaign is created.',
    open: 'I have a coupon',
    change: 'Use another',
    remove: 'Remove the coupon',
    code: 'Coupon code',
    empty: 'Type the code first.',
    check: 'Check the coupon',
    take: 'Use this coupon',
    halfFee:
      'The network takes half of its fee from this campaign, so that more goes to publishers.',
    promotion: 'Money to spend on campaigns, when this one is created:'
  },
  rating: {
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
  },
  access: {
    title: 'Have you kept your access code?',
    text: 'Your account has no address: the code is the only way back to this campaign and its money. Enter it once to be sure.',
    code: 'Access code',
    empty: 'Type or paste the code first.',
    other: 'This is the code of another account, which is signed in now.',
    confirm: 'Confirm and send',
    skip: 'Send without confirming'
  },
  affiliate: {
    title: 'You came by an affiliate',
    open: 'What this means',
    notice: 'A partner of the network brought you here.',
    text: 'Affiliate links show an invitation and no ads, so this campaign starts with the whole network instead. You pay nothing more: the partner gets a tenth of what you are charged for six months, out of the network’s fee.',
    close: 'Understood'
  },
  item: {
    units: 'Ad units',
    unitsText: 'A single unit can be selected or blocked too.',
    none: 'No unit of this site takes campaigns now.',
    impressions: 'Views a day',
    cpm: 'Average price for 1,000',
    language: 'Language',
    categories: 'Categories',
    rating: 'Traffic rating',
    size: 'Size',
    noPrice: 'Not paid for yet'
  }
}
