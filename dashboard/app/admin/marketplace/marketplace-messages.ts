export const offerReviewMessages = {
  title: 'Offers',
  description: 'Publication offers waiting for review, oldest first.',
  keys: 'Publication offers waiting for review, oldest first. Press J and K to move through them, A to approve, and R to reject.',
  emptyText: 'New and changed offers will appear here.',
  makeHot: 'Feature as a hot offer',
  approved: 'Offer approved. It is now in the catalog.',
  rejected: 'Offer rejected'
}

export const disputeMessages = {
  title: 'Disputes',
  description: 'Orders disputed by the advertiser, oldest first.',
  keys: 'Orders disputed by the advertiser, oldest first. Press J and K to move through them, and Enter to open one.',
  emptyText: 'Disputed orders will appear here.',
  back: 'Disputes',
  decide: 'Your decision',
  decideText:
    'Both sides can read the reason. The decision cannot be undone. Press R to write the reason. Outside the field, press U to refund or D to pay.',
  reason: 'Reason',
  uphold: 'Refund the advertiser',
  dismiss: 'Pay the publisher',
  decided: 'Dispute resolved'
}
