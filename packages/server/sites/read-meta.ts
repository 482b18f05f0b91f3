import { walkHtml } from '../html/walk-html.ts'

/** Whether one of a page's `<meta name="…">` tags has that content. */
export function hasMeta(html: string, name: string, wanted: string): boolean {
  return readMeta(html, name).some(content => content.trim() === wanted)
}

/**
 * The contents of a page's `<meta name="…">` tags. Only those before the body count: what is in the body may have been
 * written by a visitor.
 */
export function readMeta(html: string, name: string): string[] {
  const found: string[] = []
  let isInBody = false
  walkHtml(html, {
    onopentag(tag, attributes) {
      if (tag === 'body') isInBody = true
      if (!isInBody && tag === 'meta' && attributes.name?.toLowerCase() === name)
        found.push(attributes.content ?? '')
    },
    onclosetag(tag) {
      if (tag === 'head') isInBody = true
    }
  })
  return found
}
