import type { ErrorCode } from '@mille/api/errors.ts'

/** Texts of the form for a withdrawal by Lightning. */
export const lightningWithdrawMessages = {
  invoice: 'Invoice or Lightning Address',
  limits: (minimum: string, maximum: string) =>
    `Paste an invoice from your wallet for ${minimum} to ${maximum}, or enter a Lightning Address such as ada@wallet.example.`,
  facts: {
    available: 'Available',
    left: 'Remaining 24-hour limit',
    amount: 'You receive',
    fee: 'Routing fee, at most',
    total: 'Leaves your balance, at most',
    expires: 'Invoice valid until',
    description: 'Description'
  },
  noInvoice: 'What is paid is shown here.',
  terms: [
    'Routing costs at most 5 satoshis or 0.5%, whichever is more. What it does not cost is returned.',
    'An invoice must have an amount in whole satoshis. LNURL codes and offers are not supported yet.'
  ],
  waits: (hours: number) =>
    `The first wallet that you withdraw bitcoin to is paid at once. Another wallet waits ${hours} hours the first time, so its invoice must be valid for longer. A new Lightning Address waits too, and is then paid without another step.`,
  submit: 'Pay invoice',
  submitAddress: 'Pay address',
  confirm: 'Check the details: payments cannot be reversed.',
  asked: 'Payment requested',
  unavailable: 'Lightning is not available right now',
  unavailableText:
    'The network’s Lightning node did not answer, and nothing was requested. Try again in a minute, or withdraw on-chain.',
  onChain: 'Withdraw on-chain'
}

type Amounts = { minimum: string; maximum: string; available: string; left: string; at: string }
type Refusals = Partial<Record<ErrorCode | 'empty', string | ((amounts: Amounts) => string)>>

/** What to do about each refusal of an invoice. */
export const refusalMessages: Refusals = {
  empty: 'Paste a Lightning invoice from your wallet, or enter a Lightning Address.',
  invoice_invalid:
    'This is not a valid Lightning invoice. Copy the whole invoice from your wallet again; it begins with “ln”.',
  invoice_wrong_network:
    'This invoice is for another Bitcoin network. Create one in a wallet for the network that this site uses.',
  invoice_of_network:
    'This invoice pays an account of this network. Create one in your own wallet.',
  invoice_expired: 'This invoice has expired or expires too soon. Create a new one in your wallet.',
  invoice_without_amount:
    'This invoice has no amount. Create one with the amount that you want to receive.',
  invoice_used:
    'Another withdrawal has this invoice. Create a new one, or look for the withdrawal in the list below.',
  amount_invalid:
    'The amount must be in whole satoshis. Create an invoice for an amount without fractions of a satoshi.',
  amount_below_minimum: ({ minimum }) =>
    `The minimum is ${minimum}. Create an invoice for a larger amount.`,
  amount_above_maximum: ({ maximum }) =>
    `The maximum is ${maximum}. Create an invoice for a smaller amount, and withdraw the rest with another one.`,
  amount_over_limit: ({ left }) =>
    `With routing, this is more than the ${left} that remain of your 24-hour limit. Create an invoice for a smaller amount, or try again later.`,
  insufficient_funds: ({ available }) =>
    `With routing, this is more than the ${available} that you have available. Create an invoice for a smaller amount.`,
  payee_frozen: ({ at }) =>
    `This wallet is new. Its invoices can be paid from ${at}. Create one then, or one that is still valid at that time.`
}

/** What to do about each refusal of a Lightning Address and its amount. Its server’s own reasons are shown as they are. */
export const addressRefusalMessages: Refusals = {
  lightning_address_invalid:
    'This is not a valid Lightning Address. It looks like an email address, such as ada@wallet.example.',
  amount_invalid: 'Enter the amount that the address receives.',
  amount_below_minimum: ({ minimum }) => `The minimum is ${minimum}.`,
  amount_above_maximum: ({ maximum }) =>
    `The maximum is ${maximum}. You can withdraw the rest afterwards.`,
  amount_over_limit: ({ left }) =>
    `With routing, this is more than the ${left} that remain of your 24-hour limit. Enter a smaller amount, or try again later.`,
  insufficient_funds: ({ available }) =>
    `With routing, this is more than the ${available} that you have available. Enter a smaller amount.`
}
