/** Returns the address of one of the logo's files. It contains a hash of the content, so it never changes. */
export const logoAddress = (hash: string, name: string) => `/media/brand/${hash}/${name}`
