/** Where "your ad here" leads: a new campaign that begins with this unit, and names its owner as the partner. */
export function invitationAddress(publicUrl: string, unitId: number, ownerId: number): string {
  return `${publicUrl}/campaigns/new/?source_id=${unitId}&source_type=ad_unit&partner=${ownerId}`
}
