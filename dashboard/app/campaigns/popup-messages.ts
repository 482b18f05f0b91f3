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
    wholeNetwork:
      'The link names no place that shows ads, so this campaign starts with the whole network. You can narrow it in the step “Traffic”.',
    chosenBefore:
      'The link names no place that shows ads, so the traffic that you have chosen in this draft stays as it is.',
    partner:
      'You pay nothing more: the partner gets a tenth of what you are charged for six months, out of the network’s fee.',
    close: 'Understood'
  }
}
