/** Returns the UTC day of a time, such as `2026-11-27`. */
export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
