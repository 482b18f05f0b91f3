export const peopleMessages = {
  title: 'People',
  description: 'Every account, newest first.',
  search: 'Search',
  searchHelp: 'Enter an ID, or the beginning of an email address or a name.',
  find: 'Find',
  account: 'Account',
  noName: (id: string) => `Account ${id}`,
  id: 'ID',
  since: 'Created',
  seen: 'Last seen',
  never: 'Never',
  balance: 'Balance',
  uses: 'Uses',
  usesText: (campaigns: number, units: number) => `${campaigns} campaigns, ${units} ad units`,
  empty: 'No matches',
  emptyText: 'Search for the whole ID, or for fewer letters of the email address or name.',
  email: 'Email address',
  noEmail: 'None',
  sessions: 'Sessions',
  sessionsCount: (count: number) => (count === 1 ? '1 browser' : `${count} browsers`),
  makeOperator: 'Make operator',
  makeOperatorTitle: 'Make this account an operator?',
  makeOperatorText: (name: string) =>
    `${name} will be able to do everything here, including managing money and other operators. If there are several operators, another one has to confirm this first.`,
  operatorAsked: (who: string | null, isOwn: boolean) =>
    isOwn
      ? 'You requested the operator role for this account. Another operator has to confirm it within seven days.'
      : `${who ?? 'Another operator'} requested the operator role for this account. Choose “Make operator” to confirm, or decline.`,
  takeBack: 'Withdraw request',
  decline: 'Decline',
  removeOperator: 'Remove operator role',
  removeOperatorTitle: 'Remove the operator role?',
  removeOperatorText: (name: string) =>
    `${name} immediately loses access to all operator pages, including the chat inbox. The account, its campaigns, ad units, and money are not affected. Any other operator can restore the role.`,
  signOut: 'Sign out everywhere',
  signedOut: 'Signed out everywhere. API keys revoked.',
  roleAnswers: {
    changed: 'Role changed',
    waits: 'Another operator has to confirm this',
    withdrawn: 'Request withdrawn'
  },
  audit: 'Operator activity',
  adjust: 'Adjust balance',
  adjustText:
    'Adds money from outside the network. Use a negative amount to remove money. The reason is kept with the transfer permanently.',
  currency: 'Currency',
  amount: 'Amount',
  amountHelp: 'In BTC or USD, such as 0.005. Use a minus sign to remove money.',
  amountWrong: 'Enter an amount such as 0.005 or -0.005.',
  reason: 'Reason',
  reasonMissing: 'Enter a reason. It is kept with the transfer.',
  adjusted: 'Balance adjusted',
  adjustmentWaits: 'Another operator has to approve this'
}

export const rolesMessages = {
  title: 'Roles',
  description: 'Parts of the operators’ work. An operator can do all of it.',
  names: { admin: 'Operator', reviewer: 'Reviewer', support: 'Support', finance: 'Finance' },
  help: {
    reviewer: 'Creatives, reported ads, sites, and offers',
    support: 'Chat, letters, suggestions, and people without amounts',
    finance:
      'Payouts, deposits, adjustments, and earnings. If there are several operators, another one has to confirm this first.'
  },
  save: 'Save roles',
  asked: (who: string | null, isOwn: boolean) =>
    isOwn
      ? 'You requested the finance role for this account. Another operator has to confirm it within seven days.'
      : `${who ?? 'Another operator'} requested the finance role for this account.`,
  confirm: 'Confirm role'
}

export const adjustmentMessages = {
  title: 'Pending adjustments',
  description: 'Adjustments above the approval limit need the approval of a second operator.',
  account: 'Account',
  name: (id: string) => `Account ${id}`,
  askedBy: 'Requested by',
  reason: 'Reason',
  amount: 'Amount',
  decision: 'Decision',
  anotherOperator: 'Waiting for another operator',
  approve: 'Approve',
  reject: 'Reject',
  decided: { approve: 'Balance adjusted', reject: 'Adjustment rejected' }
}

export const premiumMessages = {
  title: 'Premium',
  text: 'A lower network fee on the account’s campaigns from the next settlement period, its offers listed among the hot offers, and a named contact.',
  contact: 'Contact',
  contactHelp:
    'The person who looks after the account. The name is shown in the account’s settings and chat.',
  contactMissing: 'Enter a name. It is shown to the account.',
  noAddress:
    'This account has no email address. Only accounts with an email address can become Premium.',
  make: 'Make Premium',
  change: 'Change contact',
  end: 'End Premium',
  saved: 'The account is now Premium',
  ended: 'Premium ended'
}

export const suspensionMessages = {
  states: { everything: 'Suspended', money: 'Frozen' },
  suspend: 'Suspend or freeze',
  actions: { everything: 'Suspend account', money: 'Freeze account' },
  lift: { everything: 'Lift suspension', money: 'Lift freeze' },
  since: {
    everything: (at: string, by: string | null) =>
      by === null ? `Suspended since ${at}` : `Suspended since ${at} by ${by}`,
    money: (at: string, by: string | null) =>
      by === null ? `Frozen since ${at}` : `Frozen since ${at} by ${by}`
  },
  until: (at: string) => `It ends by itself: ${at}`,
  started: { everything: 'Account suspended', money: 'Account frozen' },
  lifted: { everything: 'Suspension lifted', money: 'Freeze lifted' },
  kind: 'What to stop',
  kinds: {
    everything: 'Everything',
    money: 'Money only'
  },
  kindTexts: {
    everything:
      'The account can sign in, read, and write to you in the chat, but change nothing. Its ads and ad units are not shown, and its withdrawals wait.',
    money:
      'No money leaves the account: withdrawals and automatic payouts wait, and it cannot place orders. Its ads run and are charged, and its ad units earn.'
  },
  ends: 'Ends',
  endsHelp: 'In UTC. Without a date it stays until an operator lifts it.',
  dialog: {
    rejectTitle: 'Suspend or freeze this account?',
    rejectText:
      'Its money is not touched, and lifting it restores everything. A withdrawal that is already signed is sent. The reason is shown and emailed to the owner.',
    reason: 'Reason',
    reasonMissing: 'Enter a reason. It is shown to the owner.'
  }
}
