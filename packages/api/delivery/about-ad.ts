/**
 * Where the label of an ad leads: the page that says why it is shown and takes reports about it. `bannerId` is the banner
 * that is seen, or 0 where the creative is drawn as text.
 */
export function aboutAdAddress(
  publicUrl: string,
  creativeId: number,
  unitId: number,
  bannerId = 0
): string {
  const banner = bannerId === 0 ? '' : `&banner=${bannerId}`
  return `${publicUrl}/about-ad?creative=${creativeId}&unit=${unitId}${banner}`
}
