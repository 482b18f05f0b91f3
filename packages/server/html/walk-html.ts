// htmlparser2: comments, scripts, entities and broken markup are read as browsers do, which no pattern can.
import { type Handler, Parser } from 'htmlparser2'

/** Pages nest some thirty elements, and browsers no more than 512. */
const maxDepth = 256

/**
 * Reads a stranger's page, which may be made to hurt. The parser looks through all open elements at each closing tag, so
 * its time grows with the square of a page's depth: a page that is deeper than any real one is read up to there and no
 * further, which keeps the time in proportion to the length.
 */
export function walkHtml(
  html: string,
  { onopentag, onclosetag, ontext }: Pick<Partial<Handler>, 'onopentag' | 'onclosetag' | 'ontext'>
): void {
  let depth = 0
  const parser = new Parser({
    onopentag(name, attributes, isImplied) {
      depth++
      if (depth > maxDepth) parser.pause()
      else onopentag?.(name, attributes, isImplied)
    },
    onclosetag(name, isImplied) {
      depth--
      if (depth < maxDepth) onclosetag?.(name, isImplied)
    },
    ...(ontext && { ontext })
  })
  parser.end(html)
}
