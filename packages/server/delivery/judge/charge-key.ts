/** Factors that keep the names of different days and campaigns apart in one 64-bit key. */
const campaignFactor = 0x9e37_79b1
const dayFactor = 0x85eb_ca6b

/**
 * The two halves of the key of a charge, made from those of the visitor's name on a day, which is counted from 1970.
 */
export const chargeKey = {
  high: (high: number, campaign: number): number =>
    (high ^ Math.imul(campaign, campaignFactor)) >>> 0,
  low: (low: number, dayNumber: number): number => (low ^ Math.imul(dayNumber, dayFactor)) >>> 0
}
