/** Texts that cost a parser the most for their length. */
export const heavyTexts: readonly string[] = [
  '- '.repeat(2_499),
  '> - '.repeat(1_200),
  '['.repeat(4_900),
  '*a_'.repeat(1_600),
  '<b>'.repeat(1_600),
  'http://a.'.repeat(500),
  '9'.repeat(4_900)
]
