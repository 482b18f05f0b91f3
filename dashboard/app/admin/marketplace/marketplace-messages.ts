export const offerReviewMessages = {
  title: 'Offers',
  description: 'Offers of publications that wait for a decision, oldest first.',
  keys: 'Offers of publications that wait for a decision, oldest first. Press J and K to go through them, A to approve, R to reject.',
  emptyText: 'New and changed offers will stand here.',
  makeHot: 'Show it as hot',
  approved: 'The offer is in the catalog',
  rejected: 'The offer is rejected'
}

export const disputeMessages = {
  title: 'Disputes',
  description: 'Orders whose advertiser is not content, oldest first.',
  keys: 'Orders whose advertiser is not content, oldest first. Press J and K to go through them, Enter to open one.',
  emptyText: 'Disputed orders will stand here.',
  back: 'Disputes',
  decide: 'Your decision',
  decideText:
    'Both sides read the reason. It cannot be taken back. Press R to write it; outside of the field U refunds and D pays.',
  reason: 'Reason',
  uphold: 'Refund the advertiser',
  dismiss: 'Pay the publisher',
  decided: 'The dispute is decided'
}
