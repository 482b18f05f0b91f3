/** How an address is kept: bech32 may be written in capital letters, as in QR codes, and is the same address. */
export function oneSpelling(address: string): string {
  return /^(BC|TB|BCRT)1[0-9A-Z]+$/.test(address) ? address.toLowerCase() : address
}
