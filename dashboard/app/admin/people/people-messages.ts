export const peopleMessages = {
  title: 'People',
  description: 'Every account, newest first.',
  search: 'Search',
  searchHelp: 'An id, or the beginning of an address or a name.',
  find: 'Find',
  account: 'Account',
  noName: (id: string) => `Account ${id}`,
  id: 'Id',
  since: 'Since',
  seen: 'Last seen',
  never: 'Not signed in',
  balance: 'Balance',
  uses: 'Uses it for',
  usesText: (campaigns: number, units: number) => `${campaigns} campaigns, ${units} ad units`,
  operator: 'Operator',
  empty: 'Nobody fits',
  emptyText: 'Look for the whole id, or for fewer letters of the address or the name.',
  email: 'E-mail address',
  noEmail: 'None',
  sessions: 'Signed in on',
  sessionsCount: (count: number) => (count === 1 ? '1 browser' : `${count} browsers`),
  makeOperator: 'Make an operator',
  makeOperatorTitle: 'Make this account an operator?',
  makeOperatorText: (name: string) =>
    `${name} can then do everything here, money and other operators included. Where there are several operators, another one has to confirm it first.`,
  operatorAsked: (who: string | null, isOwn: boolean) =>
    isOwn
      ? 'You asked to make this account an operator. Another operator has to confirm it within seven days.'
      : `${who ?? 'Another operator'} asked to make this account an operator. Make it one to confirm, or decline.`,
  takeBack: 'Withdraw the request',
  decline: 'Decline',
  removeOperator: 'Remove operator role',
  removeOperatorTitle: 'Remove the operator role?',
  removeOperatorText: (name: string) =>
    `${name} loses every operator page at once, the chat inbox included. The account, its campaigns, ad units and money stay as they are. Any other operator can give the role back.`,
  signOut: 'Sign out everywhere',
  signedOut: 'The account is signed out everywhere and its API keys are revoked',
  roleAnswers: {
    changed: 'The role is changed',
    waits: 'Another operator has to confirm it now',
    withdrawn: 'The request is gone'
  },
  audit: 'What it did as an operator',
  adjust: 'Adjust the balance',
  adjustText:
    'Adds money from outside, or takes it with a minus. The reason stays with the transfer for ever.',
  currency: 'Currency',
  amount: 'Amount',
  amountHelp: 'In whole coins, such as 0.005. With a minus to take it.',
  amountWrong: 'Type an amount such as 0.005 or -0.005.',
  reason: 'Reason',
  reasonMissing: 'Say why: it is kept with the transfer.',
  adjusted: 'The balance is adjusted',
  adjustmentWaits: 'Another operator has to approve it now'
}

export const adjustmentMessages = {
  title: 'Adjustments that wait',
  description: 'Above the approval limit an adjustment needs a second operator.',
  account: 'Account',
  name: (id: string) => `Account ${id}`,
  askedBy: 'Asked for by',
  reason: 'Reason',
  amount: 'Amount',
  decision: 'Decision',
  anotherOperator: 'Another operator decides',
  approve: 'Approve',
  reject: 'Reject',
  decided: { approve: 'The balance is adjusted', reject: 'The adjustment is rejected' }
}

export const premiumMessages = {
  title: 'Premium',
  text: 'A lower network fee on the account’s campaigns from the next settlement window on, its offers among the hot ones, and a named contact.',
  contact: 'Contact',
  contactHelp: 'Who looks after the account, as it reads in its settings and its chat.',
  contactMissing: 'Name somebody: the account reads it.',
  noAddress: 'The account has no e-mail address. Only an account with one can become Premium.',
  make: 'Make it Premium',
  change: 'Change the contact',
  end: 'End Premium',
  saved: 'The account is Premium',
  ended: 'Premium has ended'
}
