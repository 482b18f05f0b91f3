/** Why a reader reports an ad. */
export const reportReasons = [
  'scam_or_malware',
  'adult_or_violent',
  'misleading',
  'illegal',
  'broken_link',
  'other'
] as const
export type ReportReason = (typeof reportReasons)[number]
/** Characters that a report may say beside its reason. */
export const reportNoteLength = 1_000
