import type { FinanceOperation } from '@mille/api/finances/endpoints.ts'

export const financeMessages = {
  title: 'Finances',
  description: 'Your money in each currency, where it is, and how it moved.',
  available: 'Available',
  held: 'On hold',
  inCampaigns: 'On campaigns',
  inAdUnits: 'On ad units',
  pendingDeposits: 'Deposits on their way',
  pendingWithdrawals: 'Withdrawals on their way',
  deposit: 'Deposit',
  withdraw: 'Withdraw',
  promotion: 'From coupons, for campaigns only',
  referrals: 'Advertisers you brought',
  blocked: 'Funds on hold',
  blockedText: 'What is set aside, for what, and when it is charged or comes back.',
  holdReason: 'For',
  holdUntil: 'Until',
  holdPromotion: 'from coupons',
  noEnd: 'No end set',
  showBlocked: 'What is on hold',
  close: 'Close',
  statistics: 'The last 30 days',
  statement: 'Statement',
  download: 'Download as CSV',
  filters: {
    source: 'Search by what it was for',
    from: 'From',
    to: 'To',
    types: 'Kinds',
    all: 'All',
    sort: 'Order',
    newest: 'Newest first',
    oldest: 'Oldest first',
    none: 'Nothing matches',
    noneText: 'Widen the dates or choose more kinds.'
  },
  operations: 'History',
  empty: 'Nothing has moved yet',
  emptyText: 'Every payment, earning and charge will stand here.',
  columns: {
    date: 'Date',
    type: 'What',
    source: 'For',
    amount: 'Amount',
    state: 'State',
    reference: 'Reference'
  }
}

export const maturingMessages = {
  title: 'Becomes available',
  text: 'What your ad units earned on a day is reviewed first. Then it moves to your balance by itself.',
  availableAt: 'On',
  amount: 'Amount',
  day: 'Earned on',
  state: 'State',
  stopped: 'Earnings that were stopped',
  states: { maturing: 'Maturing', waiting: 'Waiting', held: 'On hold', taken_back: 'Taken back' },
  held: (unit: string) => `The earnings of “${unit}” are on hold`,
  takenBack: (unit: string) => `The operator took earnings of “${unit}” back`
}

export const slowStartMessages = {
  title: 'New ad units start slowly',
  text: (limits: string) =>
    `Until the network knows their traffic, your new ad units together earn up to ${limits} a day. What they earn above that is not lost: it waits here. It becomes available once their traffic is known, which takes days with at least 100 views that look like those of people. It goes back to the advertisers if an operator finds that the views were false. You do not have to do anything.`,
  days: (name: string, good: number, needed: number) =>
    `“${name}”: ${good} of ${needed} good days.`,
  waits: (amounts: string, since: string) => `It began on ${since}, and ${amounts} is waiting.`,
  nothingWaits: (since: string) => `It began on ${since}, and nothing is waiting.`,
  notBegun: 'It begins with the first earning.',
  endsAt: (at: string) => `It ends on ${at} at the latest if nothing speaks against it.`
}

export const operationTypes: Record<FinanceOperation['attributes']['type'], string> = {
  spending: 'Spent',
  earning: 'Earned',
  withdrawal: 'Withdrawn',
  deposit: 'Deposited'
}

export const operationStates: Record<
  FinanceOperation['attributes']['state'],
  { label: string; tone: 'positive' | 'info' | 'warning' }
> = {
  done: { label: 'Done', tone: 'positive' },
  maturing: { label: 'Maturing', tone: 'info' },
  pending: { label: 'On its way', tone: 'info' },
  reversed: { label: 'Undone', tone: 'warning' }
}

/** Why money is on hold; a reason that we do not know yet is at least readable. */
export function holdReason(reason: string): string {
  const plain = reason.replaceAll('_', ' ')
  return holdReasons[reason] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

const holdReasons: Readonly<Record<string, string>> = {
  withdrawal: 'A withdrawal on its way',
  frozen_address: 'A withdrawal to a new address, which waits for a while',
  campaign_window: 'The most that the running two hours of a campaign can cost',
  publication_order: 'The price of a publication, until it is confirmed'
}

export const depositMessages = {
  title: 'Deposit',
  description:
    'Send money from a wallet or an exchange; it is yours to spend once the chain has confirmed it.',
  back: 'Finances',
  steps: ['Currency', 'Terms', 'Address'],
  stepsLabel: 'Steps of the deposit',
  currency: 'Currency',
  method: 'How you pay',
  currencies: {
    btc: { label: 'Bitcoin', description: 'Credited and spent in BTC' },
    usd: { label: 'Dollars', description: 'Stablecoins, credited and spent in USD' }
  } as Readonly<Record<string, { label: string; description: string }>>,
  methods: {
    native: { label: 'on the Bitcoin network', description: 'An ordinary Bitcoin payment' },
    erc20: { label: 'on Ethereum', description: 'An ERC-20 token' },
    fiat: { label: 'by card or bank', description: 'Through a payment provider' }
  } as Readonly<Record<string, { label: string; description: string }>>,
  none: 'No chain is connected',
  noneText:
    'This network takes no deposits over a chain yet, so its operator puts money on accounts by hand. Ask them, and name your account number:',
  termsTitle: 'Before you pay',
  terms: (code: string, confirmations: number) => [
    `Send only ${code} to the address. Anything else may be lost, or wait for the operator.`,
    `The deposit is credited after ${confirmations} confirmations. Until then it is shown as on its way.`,
    'If the chain takes the payment back, the credit is taken back too.',
    'There is no minimum and no fee here; small payments cost miners’ fees when they are sent on.',
    'The address is yours for ever. It can be paid as often as you like.'
  ],
  readTerms: 'Deposit terms',
  termsText: [
    'Deposits are credited in the currency they are paid in and are never converted without your asking.',
    'Money that is deposited can be spent on campaigns and publications, or withdrawn. Money from coupons can only be spent on campaigns.',
    'A payment to an address of yours is credited however late it comes and whatever its size. A payment that another one replaces is credited once.',
    'Payments in tokens that are not offered are kept for the operator, who may give them back for what it costs.'
  ],
  accept: 'I understand, show the address',
  choose: 'Continue',
  preparing: 'Looking which chains are connected',
  address: 'Your address',
  qr: (code: string) => `QR code of your ${code} address`,
  openWallet: 'Open in a wallet',
  only: (code: string) => `Only ${code}, only on this network.`,
  seen: 'Payments to this address',
  waiting: 'Nothing has been seen yet. This page looks by itself.',
  confirmations: (count: number, needed: number) =>
    `${Math.min(count, needed)} of ${needed} confirmations`,
  states: { unconfirmed: 'On its way', credited: 'Credited', replaced: 'Replaced' },
  again: 'Choose another currency',
  retry: 'Try again'
}

export const withdrawMessages = {
  title: 'Withdraw',
  description:
    'Send what is available to an address of yours. What is in campaigns and on hold stays.',
  none: 'Withdrawals are not open',
  noneText: 'This network pays nothing out over a chain right now. Ask its operator.',
  token: 'What to send',
  available: 'Available',
  address: 'To the address',
  amount: 'Amount',
  all: 'Everything',
  fee: 'Fee',
  received: 'Arrives',
  minimum: 'Minimum',
  left: 'Left for these 24 hours',
  tooLittle: 'Until you can withdraw',
  ofMinimum: (available: string, minimum: string) => `${available} of ${minimum}`,
  tooLittleText: 'What ads earn becomes available by itself after its review. Finances show when.',
  approval: (amount: string) => `Above ${amount} an operator looks at it first.`,
  frozen: (hours: number, until: string) =>
    `This is a new address: the money goes there after ${hours} hours, on ${until}. You can cancel until then.`,
  frozenUntil: (until: string) =>
    `This address is still new: the money goes there on ${until}. You can cancel until then.`,
  knownAddresses: 'Used before',
  submit: 'Withdraw',
  confirm: 'Check it once more: nothing that is sent can be taken back.',
  asked: 'The withdrawal is on its way',
  list: 'Withdrawals',
  empty: 'No withdrawals yet',
  emptyText: 'What you withdraw is followed here until the chain has it.',
  cancel: 'Cancel',
  until: 'Not before',
  transaction: 'Transaction',
  states: {
    requested: 'Asked for',
    approved: 'Approved',
    signed: 'Signed',
    sent: 'Sent',
    confirmed: 'Confirmed',
    cancelled: 'Cancelled',
    failed: 'Failed'
  },
  waitsForApproval: 'Waits for the operator',
  waits: {
    coins: 'Waits until the network has enough coins free',
    gas: 'Waits for the operator',
    signer: 'Waits for the operator',
    limit: 'Waits for the limit of 24 hours; it goes on by itself',
    stop: 'Payouts are paused; it goes on by itself'
  }
}

export const automaticMessages = {
  title: 'Automatic withdrawals',
  text: 'As soon as your balance reaches the threshold, all of it is sent to your address. Limits and fees are the same as above.',
  address: 'Address',
  addressOf: (code: string) => `Address for ${code}`,
  threshold: 'Threshold',
  thresholdOf: (currency: string) => `Threshold in ${currency}`,
  minimum: (amount: string) => `The minimum is ${amount}.`,
  start: 'Turn on',
  change: 'Change',
  stop: 'Turn off',
  saved: 'Automatic withdrawals are on',
  ended: 'Automatic withdrawals are off',
  on: (amount: string) => `It is on: your balance is sent once it reaches ${amount}.`,
  frozen: (until: string) => `The address is new: nothing is sent there before ${until}.`,
  waits: 'The last try did not succeed; it is tried again.'
}

export const operationMessages = {
  entries: 'Entries of the ledger',
  entriesText:
    'Each side of each movement on your accounts, in its order, with the balance after it.',
  noEntries: 'Nothing has moved on your accounts for it yet.',
  columns: {
    transfer: 'Transfer',
    account: 'Account',
    at: 'Date',
    amount: 'Amount',
    balance: 'After it'
  },
  facts: {
    date: 'Date',
    type: 'What',
    source: 'For',
    state: 'State',
    reference: 'Reference',
    amount: 'Amount'
  }
}

export const statementMessages = {
  title: 'Statement',
  description: (from: string, to: string) => `${from} to ${to}, in UTC.`,
  print: 'Print or save as PDF',
  account: 'Account',
  total: 'Sum'
}
