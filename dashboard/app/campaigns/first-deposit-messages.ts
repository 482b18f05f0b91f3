/** Messages about the first deposit for a campaign that has no money. */
export const firstDepositMessages = {
  title: 'Add money to start',
  text: 'The money goes to your balance. The campaign takes what it needs from it, and keeps running while you have money. You can turn that off below, and withdraw what is left.',
  amount: 'Amount to deposit',
  help: (days: number) =>
    `We suggest ${days} days of your daily budget. You can pay another amount in your wallet.`,
  scan: 'Scan the code, or open it in a wallet. The amount is already filled in.',
  arrived: 'Your deposit has arrived. The campaign takes what it needs when it starts.'
}
