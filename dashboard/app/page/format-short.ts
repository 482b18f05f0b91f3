const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })

/** Formats a round number for a chart's axis, such as `2K`. */
export const formatShort = (value: number) => short.format(value)
