import { walkHtml } from './walk-html.ts'

/**
 * The contents of a page's `<meta name="…">` tags. Only those before the body count: what stands in the body may have
 * been written by a visitor.
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
