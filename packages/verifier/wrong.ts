/** Reasons for refusing a bill. docs/bill.md lists them, and they do not change. */
export type WrongCode =
  | 'active_seconds'
  | 'chain_broken'
  | 'charge_differs'
  | 'charge_not_logged'
  | 'consistency_missing'
  | 'day_not_continued'
  | 'details_not_logged'
  | 'entry_left_out'
  | 'entry_not_logged'
  | 'fee_backdated'
  | 'fee_too_high'
  | 'file_incomplete'
  | 'forgotten_early'
  | 'genesis_missing'
  | 'kept_newer'
  | 'line_damaged'
  | 'log_differs'
  | 'log_rewritten'
  | 'no_root'
  | 'not_a_note'
  | 'other_asset'
  | 'other_campaign'
  | 'other_key'
  | 'other_unit'
  | 'parts_differ'
  | 'share_differs'
  | 'shares_not_logged'
  | 'spent_not_continued'
  | 'sums_differ'
  | 'two_logs'
  | 'unit_excluded'
  | 'view_misplaced'
  | 'view_twice'
  | 'views_count'
  | 'views_differ'
  | 'views_not_logged'
  | 'visitor_twice'
  | 'window_before_log'
  | 'window_in_future'
  | 'window_outside_bill'
  | 'window_seconds'
  | 'windows_overlap'
  | 'wrong_signature'

/** Error with a sentence that says what is wrong with a bill. Any other error means that a line is malformed. */
export class Wrong extends Error {
  override name = 'Wrong'
  readonly code: WrongCode

  constructor(code: WrongCode, sentence: string) {
    super(sentence)
    this.code = code
  }
}

export function require(condition: boolean, code: WrongCode, sentence: string): asserts condition {
  if (!condition) throw new Wrong(code, sentence)
}

/** Like `require`, for one window. */
export type Check = (condition: boolean, code: WrongCode, sentence: string) => void
