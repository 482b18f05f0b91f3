/** Messages of the popups in the campaign wizard. */
export const popupMessages = {
  coupon: {
    title: 'Use a coupon',
    text: 'A coupon applies to one campaign and is used when that campaign is created.',
    code: 'Coupon code',
    empty: 'Enter a code.',
    check: 'Check coupon',
    take: 'Use this coupon',
    halfFee:
      'The network charges half its fee on this campaign, so more of your money goes to publishers.',
    promotion: 'When this campaign is created, you receive this promotional credit:'
  },
  access: {
    title: 'Have you saved your access code?',
    text: 'Your account has no email address, so the code is the only way back to this campaign and its money. Enter it once to make sure that you have it.',
    code: 'Access code',
    empty: 'Enter or paste the code.',
    other: 'This code belongs to another account. You are now signed in to that account.',
    confirm: 'Confirm and submit',
    skip: 'Submit without confirming'
  },
  affiliate: {
    title: 'You were referred by an affiliate',
    open: 'What this means',
    notice: 'A partner of the network referred you.',
    wholeNetwork:
      'The link does not name an ad unit, so this campaign starts with the whole network. You can narrow it down in the “Traffic” step.',
    chosenBefore:
      'The link does not name an ad unit, so the traffic selection of this draft is unchanged.',
    partner:
      'This costs you nothing: for six months, the partner receives 10% of what you are charged, paid out of the network fee.',
    close: 'Got it'
  }
}
