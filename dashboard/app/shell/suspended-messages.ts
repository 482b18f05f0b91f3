/** Texts for an account that an operator has suspended, which most people never see. */
export const suspendedMessages = {
  suspendedTitle: 'Your account is suspended',
  suspendedText: (reason: string) =>
    `Reason: ${reason} Your ads and ad units are not shown, withdrawals wait, and nothing can be changed. Your money is not affected. You can still read everything and download your data. If you think this is a mistake, write to us.`
}
