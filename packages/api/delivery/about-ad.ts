/**
 * Returns the address that an ad's label leads to: the page that explains why the ad is shown and accepts reports about
 * it. `bannerId` is the displayed banner, or 0 for a text ad.
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
