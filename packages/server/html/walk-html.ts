// htmlparser2 is used because it reads comments, scripts, entities and broken markup as browsers do, which no regular
// expression can.
import { type Handler, Parser } from 'htmlparser2'

/** Maximum nesting depth. Pages nest about thirty elements, and browsers no more than 512. */
const maxDepth = 256

type Walker = Pick<Partial<Handler>, 'onclosetag' | 'ontext' | 'oncomment'> & {
  /** Called with the tag's position in the text. */
  onopentag?: (
    name: string,
    attributes: Record<string, string>,
    place: { start: number; end: number }
  ) => void
}

/**
 * Parses a stranger's page, which may be hostile. The parser searches all open elements at each closing tag, so its
 * time grows with the square of a page's depth. A page that is deeper than any real one is read only down to
 * `maxDepth`, which keeps the time linear in the page's length.
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
