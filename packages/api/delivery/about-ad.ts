/** Where the label of an ad leads: the page that says why it is shown and takes reports about it. */
export function aboutAdAddress(publicUrl: string, creativeId: number, unitId: number): string {
  return `${publicUrl}/about-ad?creative=${creativeId}&unit=${unitId}`
}
