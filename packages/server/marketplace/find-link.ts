import { walkHtml } from '../html/walk-html.ts'

/**
 * Returns the words in the `rel` of the first link to the target; null when the page has no such link. Differences in
 * scheme, `www.`, a trailing slash, or anything after `#` are ignored.
 */
export function findLink(html: string, pageUrl: string, target: string): string[] | null {
  const wanted = addressOf(new URL(target))
  let found: string[] | null = null
  walkHtml(html, {
    onopentag(tag, { href, rel }) {
      if (found !== null || (tag !== 'a' && tag !== 'area') || href === undefined) return
      const url = URL.parse(href, pageUrl)
      if (url && addressOf(url) === wanted)
        found = [...new Set((rel ?? '').toLowerCase().match(/[a-z]{1,20}/g) ?? [])].slice(0, 10)
    }
  })
  return found
}

function addressOf({ host, pathname, search }: URL): string {
  // A regular expression would rescan the preceding slashes at each slash: a megabyte of them took minutes.
  let end = pathname.length
  while (pathname[end - 1] === '/') end--
  return host.replace(/^www\./, '') + pathname.slice(0, end) + search
}
