/** The reasons for which a reader can report an ad. */
export const reportReasons = [
  'scam_or_malware',
  'adult_or_violent',
  'misleading',
  'illegal',
  'broken_link',
  'other'
] as const
export type ReportReason = (typeof reportReasons)[number]
/** Maximum length of the note of a report, in characters. */
export const reportNoteLength = 1_000
