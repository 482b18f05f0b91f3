import { formatAmount } from '@mille/money/amount.ts'

export const payoutMessages = {
  title: 'Payouts',
  description:
    'Withdrawals on their way, those that wait for you first. You approve one with your passkey, which signs the address and the amount; add a passkey in your settings.',
  withdrawals: 'Withdrawals',
  empty: 'Nothing is on its way',
  emptyText: 'Withdrawals stand here until the chain has them.',
  account: 'Account',
  approve: 'Approve',
  reject: 'Reject',
  rejectTitle: 'Reject this withdrawal?',
  rejectText: 'The money goes back to the account at once, and its owner is told why.',
  reason: 'Reason',
  stopped: (asset: string) => `Payouts in ${asset} are stopped`,
  stoppedText: 'They go on by themselves once the chain holds enough again.',
  queued: 'Payments to nobody',
  queuedText:
    'They reached an address of the network, and nobody was credited. Give each to the account that it belongs to, or put it away.',
  why: {
    unknown_address: 'The address is not in use by any account',
    deleted_account: 'The account of this address was deleted',
    paying_account: 'Sent to the account that pays out',
    coin: 'A coin that is no currency here'
  },
  putAway: 'Put away',
  putAwayTitle: 'Put this payment away?',
  putAwayText:
    'It belongs to no account, such as money of the network’s own, and leaves this list. The reason is kept.',
  worth: 'Dollars that the account gets for it',
  assignCoinText:
    'The coin stays with the network, and the account gets dollars for it. Put as many tokens on the account that pays out.',
  restored: 'Payouts wait: the database was restored from a backup',
  restoredText: (at: string) =>
    `The backup was made on ${at}. What was paid since is taken from the chain. Compare the withdrawals below with the chain, then release payouts.`,
  searched: 'The chains have been searched.',
  notSearched: 'The chains are being searched.',
  release: 'Release payouts',
  unknown: 'Payouts without a withdrawal',
  unknownText:
    'They were paid after the backup, for withdrawals that it does not have, and are booked as a loss of the network. Adjust the balance of the account that asked for each.',
  noAccount: 'Unknown',
  assign: 'Give to an account',
  assignText:
    'Its number stands on the account’s deposit page. The money is there with the next look at the chain.',
  proposed: (who: string, account: string, worth: string | null) =>
    `${who} gives it to account ${account}${worth === null ? '' : ` for ${formatAmount(BigInt(worth))} USD`}. Another operator has to approve that.`,
  number: 'Number of the account',
  waits: {
    coins:
      'Too few coins are free. Those of unconfirmed deposits and payouts follow, tokens with the next sweep; else put some of the network’s own on the chain',
    gas: 'The account that pays out has too little coin for gas: send some there',
    signer:
      'The signer does not answer, this is over its limits, or it does not trust the passkey that approved it: the log says which',
    limit:
      'More than the account may be sent in 24 hours has become due: it goes on by itself, a day’s limit at a time',
    stop: 'Payouts are stopped'
  },
  insteadOf: (id: string) =>
    `Paid before by ${id.slice(0, 12)}…, which the chain has refused for good: approve it again, or reject it.`,
  network: 'The network itself',
  token: 'Token',
  confirmations: 'Confirmations'
}
