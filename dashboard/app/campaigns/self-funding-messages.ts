/** Messages about campaigns that fund themselves from the account's balance. */
export const selfFundingMessages = {
  title: 'Fund from the account',
  text: 'The campaign takes what its next settlement period can cost from your balance, promotional credit first. Unspent money returns when you archive the campaign.',
  auto_fund: 'Keep running while the account has money',
  auto_fund_daily_max: 'Daily maximum',
  dailyHelp: 'A day begins at 00:00 UTC. Leave empty for no maximum.',
  auto_fund_total_max: 'Total maximum',
  totalHelp: 'Includes what the campaign has already taken. Leave empty for no maximum.',
  save: 'Save funding',
  saved: 'Funding saved',
  status: 'Automatic funding',
  on: 'On',
  off: 'Off',
  today: 'Taken today',
  total: 'Taken in total',
  available: 'Your balance',
  promotion: 'Promotional credit',
  deposit: 'Deposit to your account',
  reached: {
    daily:
      'The daily maximum is reached: the campaign takes no more money today, and continues at 00:00 UTC.',
    total: 'The total maximum is reached: the campaign takes no more money until you raise it.'
  },
  noMoney:
    'Your account has no money for this campaign. It continues automatically after you deposit.'
}
