/**
 * The advisory lock between counting and settlement. A counting transaction takes it shared, and only then reads the
 * clock for its bucket and up to where counting is closed; settlement takes it alone for a moment, after a window has
 * ended, and closes that window. Whatever was counted into it has been committed by then, and nothing can be added later.
 */
export const settlementLock = 7_230_002
