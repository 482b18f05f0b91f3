export const hourMs = 3_600_000
/** A day in milliseconds. All times are in UTC, where every day has the same length. */
export const dayMs = 86_400_000
