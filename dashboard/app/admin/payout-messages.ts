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
    'At addresses of the key that were never given out, or in a coin that is no currency here. Give them to the account that they belong to.',
  assign: 'Give to an account',
  assignText:
    'Its number stands on the account’s deposit page. The money is there with the next look at the chain.',
  number: 'Number of the account',
  waits: {
    coins:
      'Too few coins are free. Those of unconfirmed deposits and payouts follow, tokens with the next sweep; else put some of the network’s own on the chain',
    gas: 'The account that pays out has too little coin for gas: send some there',
    signer:
      'The signer does not answer, this is over its limits, or it does not trust the passkey that approved it: the log says which',
    stop: 'Payouts are stopped'
  },
  insteadOf: (id: string) =>
    `Paid before by ${id.slice(0, 12)}…, which the chain has refused for good: approve it again, or reject it.`,
  network: 'The network itself',
  token: 'Token',
  confirmations: 'Confirmations'
}
