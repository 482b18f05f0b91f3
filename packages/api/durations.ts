export const hourMs = 3_600_000
/** In UTC, where no day is longer than another. */
export const dayMs = 86_400_000
