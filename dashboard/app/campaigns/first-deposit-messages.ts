/** Messages about the first deposit for a campaign that has no money. */
export const firstDepositMessages = {
  title: 'Add money to start',
  text: 'The money goes to your balance. The campaign takes what it needs from it, and keeps running while you have money. You can turn that off below, and withdraw what is left.',
  amount: 'Amount to deposit',
  help: (days: number) =>
    `We suggest ${days} days of your daily budget. You can pay another amount in your wallet.`,
  scan: 'Scan the code, or open it in a wallet. The amount is already filled in.',
  lightningText:
    'An invoice puts the money straight on the campaign. What it has not spent can go back to your account at any time.',
  paid: (amount: string) =>
    `Paid: ${amount} is on your campaign, which starts as soon as it is approved.`,
  arrived: 'Your deposit has arrived. The campaign takes what it needs when it starts.'
}
