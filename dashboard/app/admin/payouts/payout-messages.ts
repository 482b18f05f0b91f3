import { formatAmount } from '@mille/money/amount.ts'

export const payoutMessages = {
  title: 'Payouts',
  description:
    'Withdrawals in progress, with those that need your approval first. You approve a withdrawal with your passkey, which signs its address and amount. You can add a passkey in your settings.',
  withdrawals: 'Withdrawals',
  empty: 'No withdrawals in progress',
  emptyText: 'Withdrawals are listed here until they are confirmed on the blockchain.',
  account: 'Account',
  accountNumber: (id: string) => `Account ${id}`,
  approve: 'Approve',
  reject: 'Reject',
  rejectTitle: 'Reject this withdrawal?',
  rejectText: 'The money returns to the account immediately, and its owner is told why.',
  reason: 'Reason',
  stopped: (asset: string) => `Payouts in ${asset} are stopped`,
  stoppedText: 'They resume automatically once there are enough funds on the blockchain.',
  queued: 'Unassigned deposits',
  queuedText:
    'These payments reached an address of the network but could not be credited. Assign each one to the account it belongs to, or dismiss it.',
  why: {
    unknown_address: 'The address does not belong to any account',
    deleted_account: 'The account with this address was deleted',
    paying_account: 'Sent to the payout account',
    coin: 'Unsupported coin'
  },
  putAway: 'Dismiss',
  putAwayTitle: 'Dismiss this payment?',
  putAwayText:
    'Dismiss a payment that belongs to no account, such as the network’s own money. It is removed from this list, and the reason is kept.',
  worth: 'Amount to credit, in US dollars',
  assignCoinText:
    'The network keeps the coin, and the account is credited in dollars. Add the same amount of tokens to the payout account.',
  restored: 'Payouts are paused because the database was restored from a backup',
  restoredText: (at: string) =>
    `The backup was made on ${at}. Later payments are read from the blockchain. Compare the withdrawals below with the blockchain, then resume payouts.`,
  searched: 'The blockchains have been searched.',
  notSearched: 'The blockchains are being searched.',
  release: 'Resume payouts',
  unknown: 'Payouts without a withdrawal',
  unknownText:
    'These were paid after the backup, for withdrawals that it does not contain, and are booked as a loss of the network. Adjust the balance of the account that requested each one.',
  noAccount: 'Unknown',
  assign: 'Assign',
  assignText:
    'You find the account number on the account’s deposit page. The money is credited the next time the blockchain is checked.',
  proposed: (who: string, account: string, worth: string | null) =>
    `${who} wants to assign it to account ${account}${worth === null ? '' : ` for ${formatAmount(BigInt(worth))} USD`}. Another operator has to approve this.`,
  number: 'Account number',
  waits: {
    coins:
      'Not enough coins are available. Unconfirmed deposits and payouts will free some, and the next sweep will free tokens. Otherwise, add some of the network’s own funds.',
    gas: 'The payout account has too little to pay for gas: send some to it.',
    signer:
      'The signer does not respond, the payout exceeds its limits, or it does not trust the passkey that approved the payout. See the log for details.',
    limit:
      'The account has reached its 24-hour limit. Payouts continue automatically, up to the limit each day.',
    stop: 'Payouts are stopped.',
    suspension: 'The account is suspended. It continues when the suspension is lifted.',
    freeze: 'The account is frozen. It continues when the freeze is lifted.'
  },
  insteadOf: (id: string) =>
    `It was paid with ${id.slice(0, 12)}…, which the blockchain has permanently rejected. Approve it again, or reject it.`,
  network: 'The network itself',
  token: 'Token',
  confirmations: 'Confirmations'
}
