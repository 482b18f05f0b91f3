import type { StatementKind } from '@mille/api/constants.ts'
import type { FinanceOperation } from '@mille/api/finances/endpoints.ts'

export const financeMessages = {
  title: 'Finances',
  pages: 'Pages of your finances',
  overview: 'Overview',
  description: 'Your balance in each currency, and where your money is.',
  historyTitle: 'Finance history',
  historyText: 'How your money moved.',
  available: 'Available',
  held: 'On hold',
  inCampaigns: 'In campaigns',
  inAdUnits: 'In ad units',
  pendingDeposits: 'Pending deposits',
  pendingWithdrawals: 'Of that, for withdrawals',
  deposit: 'Deposit',
  withdraw: 'Withdraw',
  promotion: 'Promotional credit (campaigns only)',
  referrals: 'Advertisers you referred',
  blocked: 'Funds on hold',
  blockedText: 'What is on hold, why, and when it is charged or released.',
  holdReason: 'Reason',
  holdUntil: 'Until',
  holdPromotion: 'from coupons',
  noEnd: 'No end date',
  showBlocked: 'View funds on hold',
  close: 'Close',
  statistics: 'The last 30 days',
  todayRuns: 'Today is not over, so its value is dotted.',
  shown: 'Show',
  byDay: (type: string) => `${type} by day`,
  quiet: 'No transactions in the last 30 days',
  quietText: 'Days with payments, earnings, or charges will appear here.',
  statement: 'Statement',
  download: 'Download as CSV',
  filters: {
    show: 'Filters',
    source: 'Search by source',
    from: 'From',
    to: 'To',
    types: 'Types',
    all: 'All',
    sort: 'Sort by',
    newest: 'Newest first',
    oldest: 'Oldest first',
    none: 'No matches',
    noneText: 'Choose a longer period or more types.'
  },
  operations: 'History',
  empty: 'No transactions yet',
  emptyText: 'Every payment, earning, and charge will appear here.',
  columns: {
    date: 'Date',
    type: 'Type',
    source: 'Source',
    amount: 'Amount',
    state: 'Status',
    reference: 'Reference'
  }
}

export const historyMessages = {
  periods: (count: number) => (count === 1 ? '1 settlement period' : `${count} settlement periods`),
  somePeriods: (shown: number, count: number) => `${shown} of ${count} settlement periods`
}

export const maturingMessages = {
  title: 'Upcoming earnings',
  text: 'Each day’s earnings of your ad units are reviewed first. Then they move to your balance automatically.',
  availableAt: 'Date',
  amount: 'Amount',
  day: 'Earned on',
  state: 'Status',
  stopped: 'Stopped earnings',
  states: { maturing: 'Maturing', waiting: 'Waiting', held: 'On hold', taken_back: 'Returned' },
  held: (unit: string) => `The earnings of “${unit}” are on hold`,
  takenBack: (unit: string) => `An operator returned earnings of “${unit}” to the advertisers`
}

export const slowStartMessages = {
  title: 'New ad units start slowly',
  text: (limits: string) =>
    `Until the network knows their traffic, your new ad units together can earn up to ${limits} per day. Anything above that is not lost: it waits here until their traffic is known. A day with at least 100 genuine views is a good day, and each unit below shows how many it has and needs. If an operator finds that the views were fraudulent, it is returned to the advertisers. You do not have to do anything.`,
  days: (name: string, good: number, needed: number) =>
    `“${name}”: ${good} of ${needed} good days.`,
  waits: (amounts: string, since: string) => `It started on ${since}, and ${amounts} is waiting.`,
  nothingWaits: (since: string) => `It started on ${since}, and nothing is waiting.`,
  notBegun: 'It starts with the first earnings.',
  endsAt: (at: string) => `It ends by ${at} unless a problem is found.`
}

export const operationTypes: Record<FinanceOperation['attributes']['type'], string> = {
  spending: 'Spent',
  earning: 'Earned',
  withdrawal: 'Withdrawn',
  deposit: 'Deposited'
}

const tooSmall = 'This payment is below the minimum deposit and is not credited.'

export const operationStates: Record<
  FinanceOperation['attributes']['state'],
  { label: string; tone: 'positive' | 'info' | 'warning'; text?: string }
> = {
  done: { label: 'Completed', tone: 'positive' },
  maturing: { label: 'Maturing', tone: 'info' },
  pending: { label: 'Pending', tone: 'info' },
  reversed: { label: 'Reversed', tone: 'warning' },
  too_small: {
    label: 'Too small',
    tone: 'warning',
    text: tooSmall
  }
}

/** Returns the reason for a hold as text. A reason that the dashboard does not know is still made readable. */
export function holdReason(reason: string): string {
  const plain = reason.replaceAll('_', ' ')
  return holdReasons[reason] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

const holdReasons: Readonly<Record<string, string>> = {
  withdrawal: 'Pending withdrawal',
  frozen_address: 'Withdrawal to a new address (waiting period)',
  campaign_window: 'Maximum cost of a campaign in the current settlement period',
  publication_order: 'Price of a publication, until it is confirmed'
}

export const depositMessages = {
  title: 'Deposit',
  description:
    'Send money from a wallet or an exchange. You can spend it once the payment is confirmed.',
  descriptionOf: (campaign: string | null): string =>
    campaign === null
      ? depositMessages.description
      : `To the campaign “${campaign}”. ${depositMessages.description}`,
  back: 'Finances',
  steps: ['Currency', 'Terms', 'Address'],
  lightningSteps: ['Currency', 'Amount', 'Invoice'],
  stepsLabel: 'Deposit steps',
  currency: 'Currency',
  method: 'Payment method',
  currencies: {
    btc: { label: 'Bitcoin', description: 'Credited and spent in BTC' },
    usd: { label: 'Dollars', description: 'Stablecoins, credited and spent in USD' }
  } as Readonly<Record<string, { label: string; description: string }>>,
  methods: {
    native: { label: 'on the Bitcoin network', description: 'A regular Bitcoin payment' },
    erc20: { label: 'on Ethereum', description: 'An ERC-20 token' },
    fiat: { label: 'by card or bank', description: 'Through a payment provider' }
  } as Readonly<Record<string, { label: string; description: string }>>,
  onChain: {
    label: 'On-chain',
    description: 'A regular Bitcoin payment, credited after its confirmations'
  },
  lightning: (minimum: string, maximum: string) => ({
    label: 'Lightning',
    description: `Credited within seconds, from ${minimum} to ${maximum}`
  }),
  none: 'Deposits are not available',
  noneText:
    'This network does not accept blockchain deposits yet. Its operator adds money to accounts manually. Contact them with your account number:',
  contact: 'Message the operator',
  termsTitle: 'Before you pay',
  terms: (code: string, confirmations: number, minimum: string | null) => [
    `Send only ${code} to this address. Anything else may be lost or delayed until an operator handles it.`,
    `The deposit is credited after ${confirmations} confirmations. Until then, it is shown as pending.`,
    'If the blockchain reverses the payment, the credit is reversed too.',
    minimum === null
      ? 'There is no minimum and no deposit fee. Your wallet charges a network fee for each payment.'
      : `The minimum deposit is ${minimum} per payment. Less is not credited, and smaller payments are not added up. There is no deposit fee, but your wallet charges a network fee for each payment.`,
    'The address stays yours. You can use it as often as you like.'
  ],
  readTerms: 'Deposit terms',
  termsText: [
    'Deposits are credited in the currency they are paid in and are never converted without your request.',
    'Deposited money can be spent on campaigns and publications, or withdrawn. Promotional credit can only be spent on campaigns.',
    'A payment to one of your addresses is credited no matter how late it arrives. A payment below the minimum deposit, where there is one, is not credited and not returned, because it can cost more to spend than it is worth. If a payment is replaced by another one, only one of them is credited.',
    'Payments in unsupported tokens are held for the operator, who may return them for the cost of doing so.'
  ],
  accept: 'I understand, show the address',
  changed: 'With the button below, you also agree to what changed since you last agreed:',
  changedOn: (version: number, date: string) => `, version ${version} of ${date}`,
  choose: 'Continue',
  preparing: 'Checking the available currencies',
  address: 'Your address',
  qr: (code: string) => `QR code of your ${code} address`,
  openWallet: 'Open in a wallet',
  minimum: (amount: string) => `The minimum deposit is ${amount}. Less is not credited.`,
  only: (code: string) => `Send only ${code}, and only on this network.`,
  seen: 'Payments to this address',
  waiting: 'No payments yet. This page updates automatically.',
  confirmations: (count: number, needed: number) =>
    `${Math.min(count, needed)} of ${needed} confirmations`,
  states: {
    unconfirmed: 'Pending',
    credited: 'Credited',
    replaced: 'Replaced',
    too_small: 'Too small'
  },
  tooSmall,
  again: 'Choose another currency',
  retry: 'Try again'
}

export const withdrawMessages = {
  title: 'Withdraw',
  description:
    'Send your available balance to your own address. Money in campaigns and on hold is not included.',
  none: 'Withdrawals are not available',
  noneText: 'This network cannot pay out on a blockchain right now. Contact its operator.',
  token: 'Currency',
  available: 'Available',
  address: 'Recipient address',
  amount: 'Amount',
  all: 'Use entire balance',
  fee: 'Fee',
  received: 'You receive',
  minimum: 'Minimum',
  left: 'Remaining 24-hour limit',
  tooLittle: 'Progress to the minimum withdrawal',
  ofMinimum: (available: string, minimum: string) => `${available} of ${minimum}`,
  tooLittleText:
    'Ad earnings become available automatically after their review. Your finances show when.',
  approval: (amount: string) =>
    `Withdrawals above ${amount} within 24 hours are reviewed by an operator first.`,
  frozen: (hours: number, until: string) =>
    `This is a new address. The money is sent after ${hours} hours, on ${until}. You can cancel until then.`,
  frozenUntil: (until: string) =>
    `This address is still new. The money is sent on ${until}. You can cancel until then.`,
  knownAddresses: 'Previously used',
  submit: 'Withdraw',
  confirm: 'Check the details: payments cannot be reversed.',
  asked: 'Withdrawal requested',
  list: 'Withdrawals',
  empty: 'No withdrawals yet',
  emptyText: 'Your withdrawals appear here, with their progress.',
  cancel: 'Cancel',
  until: 'Not before',
  transaction: 'Transaction',
  states: {
    requested: 'Requested',
    approved: 'Approved',
    signed: 'Signed',
    sent: 'Sent',
    confirmed: 'Confirmed',
    cancelled: 'Canceled',
    failed: 'Failed'
  },
  way: 'Withdraw by',
  onChain: {
    label: 'On-chain',
    description: 'A regular payment to your address, paid after its confirmations'
  },
  lightning: (minimum: string, maximum: string) => ({
    label: 'Lightning',
    description: `Bitcoin to an invoice within seconds, from ${minimum} to ${maximum}`
  }),
  byLightning: {
    name: 'Lightning',
    states: { sent: 'In flight', confirmed: 'Paid' },
    sent: 'Until it is decided, it is neither paid nor returned.',
    routing: (fee: string) => `Routing fee: ${fee}`,
    returned: 'The money is back on your balance.',
    proof: 'Proof of payment:'
  },
  waitsForApproval: 'Waiting for approval',
  waits: {
    coins: 'Waiting for available funds',
    gas: 'Waiting for an operator',
    signer: 'Waiting for an operator',
    limit: 'Waiting for the 24-hour limit. It continues automatically.',
    stop: 'Payouts are paused. It continues automatically.',
    suspension: 'Your account is suspended. It continues when the suspension is lifted.',
    freeze: 'Withdrawals are frozen. It continues when the freeze is lifted.'
  }
}

export const frozenMessages = {
  title: 'Withdrawals from your account are frozen',
  chat: 'Contact us',
  reason: (reason: string) => `Reason: ${reason}`,
  text: 'No money leaves your account: withdrawals and automatic payouts wait, and you cannot place orders. You also cannot change where automatic payouts go, your email address, passkeys, or account code. A withdrawal that is already signed is sent. Your ads run and your ad units earn as always, and your money stays on your account. If you think this is a mistake, write to us.',
  noEnd: 'It stays until an operator lifts it. Then everything that waited continues.',
  until: (at: string) => `It ends by itself: ${at}. Then everything that waited continues.`
}

export const automaticMessages = {
  title: 'Automatic withdrawals',
  text: 'When your balance reaches the threshold, the entire balance is sent to your address. The limits and fees above apply.',
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
  on: (amount: string) => `Your balance is sent when it reaches ${amount}.`,
  frozen: (until: string) => `The address is new. Nothing is sent there before ${until}.`,
  waits: 'The last attempt failed. It will be retried.',
  method: 'Send automatically',
  toChain: { label: 'To a Bitcoin address', description: 'As soon as the threshold is reached' },
  toLightning: (minimum: string) => ({
    label: 'To a Lightning Address',
    description: `Once in 24 hours at most, from ${minimum}`
  }),
  lightningAddress: 'Lightning Address',
  lightningExample: 'It looks like an email address, such as ada@wallet.example.',
  lightningThreshold: (minimum: string, maximum: string) =>
    `From ${minimum} to ${maximum}. At least this much arrives. Your balance must also cover routing: at most 5 satoshis or 0.5%, whichever is more.`,
  onLightning: (amount: string) =>
    `Once in 24 hours at most, your balance is sent when at least ${amount} can arrive after routing.`,
  nextTry: (at: string) => `The next payment is not before ${at}.`,
  failed: 'The last attempt failed',
  retried: (at: string) => `Your money is in your balance. The next attempt is not before ${at}.`,
  retriedSoon: 'Your money is in your balance. The next attempt is made within minutes.',
  lightningOff:
    'This network does not have Lightning right now. Nothing is sent to your Lightning Address.'
}

export const operationMessages = {
  entries: 'Ledger entries',
  entriesText: 'Every entry on your accounts, in order, with the balance after it.',
  noEntries: 'There are no entries on your accounts for this yet.',
  columns: {
    transfer: 'Transfer',
    account: 'Account',
    at: 'Date',
    amount: 'Amount',
    balance: 'Balance after'
  },
  facts: {
    date: 'Date',
    type: 'Type',
    source: 'Source',
    state: 'Status',
    reference: 'Reference',
    amount: 'Amount',
    exact: 'Exact amount'
  }
}

export const statementMessages = {
  title: 'Statements',
  of: (month: string) => `Statement for ${month}`,
  fileTitle: (number: string) => `Statement ${number}`,
  period: (from: string, to: string) => `${from} to ${to}, in UTC.`,
  untilNow: (from: string, now: string) => `${from} until now (${now}). The month is not over.`,
  settling:
    'The last settlement periods of this month are not settled yet. The statement is final when they are.',
  print: 'Print or save as PDF',
  from: 'Network',
  to: 'Account holder',
  account: (id: string) => `Account ${id}`,
  vat: (number: string) => `VAT number ${number}`,
  summary: 'Summary',
  worthHelp:
    'The worth beside each amount is approximate, at the current rate, and is not part of the statement. It is not printed.',
  number: 'Statement number',
  opening: 'Opening balance',
  closing: 'Closing balance',
  lines: 'By day',
  linesHelp:
    'A settlement period belongs to the day in UTC on which it began. Balances include money on hold, on campaigns, and on ad units.',
  date: 'Date',
  kind: 'Type',
  records: 'Transfers',
  amount: 'Amount',
  nothing: 'No transactions in this month',
  months: 'All statements',
  month: 'Month',
  monthIn: (month: string, currency: string) => `${month}, ${currency}`,
  state: 'Status',
  states: { running: 'Until now', settling: 'Not settled yet', final: 'Final' },
  balances: { opening_balance: 'Opening balance', closing_balance: 'Closing balance' },
  none: 'No statements yet',
  noneText: 'Your first statement appears with your first deposit or earnings.',
  kinds: {
    deposit: 'Deposits',
    deposit_reversal: 'Reversed deposits',
    promotion: 'Promotional credit',
    adjustment: 'Adjustments',
    ad_earnings: 'Earnings from ad units',
    publication_earnings: 'Earnings from publications',
    referral: 'Referral earnings',
    earnings_taken_back: 'Earnings taken back',
    advertising: 'Campaigns',
    publications: 'Publications',
    charges_returned: 'Refunds',
    withdrawal: 'Withdrawals',
    withdrawal_fee: 'Withdrawal fees',
    other: 'Other'
  } satisfies Record<StatementKind, string>
}
