/**
 * An unwanted word. `name` is how the table in docs/words.md writes it. Upper and lower case differ only if `isCased`
 * is set.
 */
type UnwantedWord = { name: string; pattern: RegExp; isCased?: true }

/** The words that docs/words.md advises against. */
export const unwantedWords: readonly UnwantedWord[] = [
  { name: 'stands', pattern: /\b(stands?|stood)\b(?![ -]by\b)/ },
  { name: 'whoever', pattern: /\bwhoever\b/ },
  {
    name: 'who is',
    pattern: /\b(for|to|by|of|from) who (is|has|was|does|gets)\b|(^|[.;'"`>] ?)Who [^?]*[.;]/,
    isCased: true
  },
  { name: 'somebody', pattern: /\bsomebody\b/ },
  { name: 'everybody', pattern: /\beverybody\b/ },
  { name: 'nobody', pattern: /\bnobody\b/ },
  { name: 'anew', pattern: /\banew\b/ },
  { name: 'mend', pattern: /\bmend(s|ed|ing)?\b/ },
  { name: 'for ever', pattern: /\bfor ever\b/ },
  { name: 'all the same', pattern: /\ball the same\b/ },
  { name: 'any more', pattern: /\bany ?more(?=[.,;:!?”"]|$)/ },
  { name: 'at present', pattern: /\bat present\b/ },
  {
    name: 'goes on',
    pattern:
      /\b(go|goes|went|gone|going) on(?=[.,;:!?]| (by|as|with|where|while|for|from|alone|until|and)\b|$)/
  },
  {
    name: 'is no picture',
    pattern: /(?<!there )\b(is|are) no (?!longer|more|way|matter|different|better|less)\b/
  },
  { name: 'is not taken', pattern: /\b(is|are) not taken\b(?! (back|over|into))/ },
  { name: 'told of', pattern: /\btold of\b/ },
  { name: 'spoken for', pattern: /\bspoken for\b/ },
  { name: 'put away', pattern: /\bput(s|ting)? (it |this payment |them )?away\b/ },
  { name: 'words of mine', pattern: /\bwords of (mine|the|yours|their)\b/ },
  {
    name: 'least withdrawal',
    pattern: /\b(least|most) (withdrawal|deposit|amount|price|budget|fee)\b/
  },
  { name: 'take the role', pattern: /\btakes? (back |away )?the role\b/ },
  { name: 'promotion money', pattern: /\bpromotion money\b/ },
  { name: 'settlement window', pattern: /\bsettlement windows?\b/ },
  { name: 'billable impression', pattern: /\b(billable|viewable) impressions?\b/ },
  { name: 'e-mail', pattern: /\be-mail/ },
  { name: 'a mail', pattern: /\b(a mail|mails|mailed|by mail)\b(?! server)/ },
  {
    name: 'colour',
    pattern:
      /colour|behaviour|favourite|cancelled|catalogue|(?<!-)\bcentres?\b|travell|\bgrey\b|licence/
  },
  { name: 'organise', pattern: /\b\w*(organis|recognis|authoris|analys(e|ing|ed)\b)\w*/ }
]

const patterns = unwantedWords.map(({ name, pattern, isCased }) => ({
  name,
  pattern: new RegExp(pattern, isCased ? 'm' : 'im')
}))

/**
 * Returns the unwanted words of a text, without what it quotes as code, since addresses and API names cannot be
 * changed.
 */
export function findUnwanted(text: string): string[] {
  const prose = text.replace(
    /```.*?```|`[^`]*`|\bhttps?:\S+|\[[\w.-]+\.md\]\([^)]*\)|\]\([^)]*\)|(?<!\w)\/[\w/{}.-]+/gs,
    ''
  )
  return patterns.filter(({ pattern }) => pattern.test(prose)).map(it => it.name)
}

/** A quick check that may also match words in comments or code. */
export function mayHaveUnwanted(source: string): boolean {
  return patterns.some(({ pattern }) => pattern.test(source))
}
