import type { InvoicePhase } from '@mille/stores/payments/lightning-deposit.ts'

/** Texts of a deposit by Lightning. */
export const lightningMessages = {
  title: 'Pay by Lightning',
  text: 'Your wallet pays an invoice for a fixed amount, and the money is credited within seconds.',
  amount: 'Amount',
  limits: (minimum: string, maximum: string) => `From ${minimum} to ${maximum}.`,
  terms: [
    'The invoice can be paid once, within an hour. A payment that comes later, or with less than its amount, returns to your wallet.',
    'There is no deposit fee. Your wallet may charge a fee for the way through the network.',
    'A Lightning payment cannot be reversed. If your wallet pays more than the invoice asks for, all of it is credited.'
  ],
  make: 'Create invoice',
  unavailable: 'Lightning is not available right now',
  unavailableText:
    'The network’s Lightning node did not answer, and no invoice was created. Try again in a minute, or pay on-chain.',
  onChain: 'Pay on-chain',
  invoice: 'Your invoice',
  qr: 'QR code of your Lightning invoice',
  openWallet: 'Open in a wallet',
  copy: 'Copy invoice',
  toPay: 'Amount',
  expires: 'Expires in',
  unified:
    'A wallet without Lightning can pay the same code on-chain, which is credited after its confirmations. Pay only one of the two.',
  seen: 'On-chain payments since the invoice was created',
  waiting: {
    open: 'Waiting for your payment. This page updates automatically.',
    expiring: 'This invoice expires soon. If your wallet is slow, create a new one.',
    checking: 'The time is over. Checking whether the invoice was paid.'
  } satisfies Partial<Record<InvoicePhase, string>>,
  expired: 'This invoice has expired',
  expiredText:
    'It can no longer be paid. If you sent the payment at the last moment, it is still credited and shown here; otherwise your wallet gets it back.',
  again: 'New invoice',
  other: 'Change amount',
  another: 'Another deposit',
  paid: (amount: string, isCampaign: boolean) =>
    isCampaign ? `Paid: ${amount} is on your campaign` : `Paid: ${amount} is on your account`,
  ofCampaign: 'If the campaign no longer accepts money, it is on your account instead.',
  above: (amount: string) =>
    `Your wallet paid ${amount} more than the invoice asked for. All of it is credited.`,
  late: 'The payment was sent before the invoice expired and arrived after that.',
  history: 'See your history',
  offline: 'No connection to the network',
  offlineText:
    'The invoice stays valid until it expires, and you can pay it now. This page shows the payment once the connection is back.',
  loading: 'Loading the invoice',
  missing: 'There is no such invoice',
  missingText: 'It may belong to another account. Create a new one.',
  list: 'Your Lightning invoices',
  listText: 'The newest ones. Credited payments are in your history too.',
  columns: { date: 'Created', amount: 'Amount', status: 'Status' },
  states: { open: 'Open', credited: 'Credited', expired: 'Expired' },
  show: (id: string) => `Invoice ${id}`
}
