// htmlparser2: comments, scripts, entities and broken markup are read as browsers do, which no pattern can.
import { type Handler, Parser } from 'htmlparser2'

/** Pages nest some thirty elements, and browsers no more than 512. */
const maxDepth = 256

type Walker = Pick<Partial<Handler>, 'onclosetag' | 'ontext' | 'oncomment'> & {
  /** With the place of the tag in the text. */
  onopentag?: (
    name: string,
    attributes: Record<string, string>,
    place: { start: number; end: number }
  ) => void
}

/**
 * Reads a stranger's page, which may be made to hurt. The parser looks through all open elements at each closing tag, so
 * its time grows with the square of a page's depth: a page that is deeper than any real one is read up to there and no
 * further, which keeps the time in proportion to the length.
 */
export function walkHtml(html: string, { onopentag, onclosetag, ontext, oncomment }: Walker): void {
  let depth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      if (depth > maxDepth) parser.pause()
      else onopentag?.(name, attributes, { start: parser.startIndex, end: parser.endIndex + 1 })
    },
    onclosetag(name, isImplied) {
      depth--
      if (depth < maxDepth) onclosetag?.(name, isImplied)
    },
    ...(ontext && { ontext }),
    ...(oncomment && { oncomment })
  })
  parser.end(html)
}
