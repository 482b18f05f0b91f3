export const offerReviewMessages = {
  title: 'Offers',
  description: 'Offers of publications that wait for a decision, oldest first.',
  emptyText: 'New and changed offers will stand here.',
  makeHot: 'Show it as hot',
  approved: 'The offer is in the catalog',
  rejected: 'The offer is rejected'
}

export const disputeMessages = {
  title: 'Disputes',
  description: 'Orders whose advertiser is not content, oldest first.',
  emptyText: 'Disputed orders will stand here.',
  back: 'Disputes',
  decide: 'Your decision',
  decideText: 'Both sides read the reason. It cannot be taken back.',
  reason: 'Reason',
  uphold: 'Refund the advertiser',
  dismiss: 'Pay the publisher',
  decided: 'The dispute is decided'
}
