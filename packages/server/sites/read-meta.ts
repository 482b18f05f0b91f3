import { walkHtml } from '../html/walk-html.ts'

/** Whether the page has a `<meta name="…">` tag with the given name and content. */
export function hasMeta(html: string, name: string, wanted: string): boolean {
  return readMeta(html, name).some(content => content.trim() === wanted)
}

/**
 * Returns the contents of a page's `<meta name="…">` tags with a name. Only tags before the body count, because a
 * visitor may have written what is in the body.
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
