/**
 * Returns the form in which an address is stored. A bech32 address in capital letters, as in QR codes, is the same as
 * in lowercase.
 */
export function oneSpelling(address: string): string {
  return /^(BC|TB|BCRT)1[0-9A-Z]+$/.test(address) ? address.toLowerCase() : address
}
