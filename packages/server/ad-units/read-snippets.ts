import { walkHtml } from '../sites/index.ts'

export type Snippets = {
  /** Units of `<mille-ad>` elements. */
  elements: Set<string>
  /** Units of iframes from the network. */
  frames: Set<string>
  /** Whether the page loads the script that fills the elements, the ad’s own or the loader. */
  hasScript: boolean
}

/** What stands in these is not shown by browsers that run scripts. */
const inert = new Set(['template', 'noscript'])
const scriptPath = /^\/embed\/(v1|\d+\.\d+\.\d+)\/(ad|mille)\.js$/
const framePath = /^\/serve\/frame\/([1-9]\d{0,9})$/

/** The snippets of this network that a page carries, as far as they stand in what its server sends. */
export function readSnippets(html: string, pageUrl: string, publicUrl: string): Snippets {
  const found: Snippets = { elements: new Set(), frames: new Set(), hasScript: false }
  const network = new URL(publicUrl)
  let inertness = 0
  let base = pageUrl
  walkHtml(html, {
    onopentag(tag, attributes) {
      if (inert.has(tag)) inertness++
      if (inertness > 0) return
      const { unit = '', src = '', href } = attributes
      if (tag === 'base' && href !== undefined) base = URL.parse(href, pageUrl)?.href ?? pageUrl
      if (tag === 'mille-ad' && /^[1-9]\d{0,9}$/.test(unit)) found.elements.add(unit)
      if (tag === 'script' && scriptPath.test(pathAt(network, src, base) ?? ''))
        found.hasScript = true
      const framed = tag === 'iframe' ? framePath.exec(pathAt(network, src, base) ?? '')?.[1] : null
      if (framed) found.frames.add(framed)
    },
    onclosetag(tag) {
      if (inert.has(tag)) inertness--
    }
  })
  return found
}

/** The path on the network that an address leads to; null when it leads elsewhere. A page may leave the scheme open. */
function pathAt(network: URL, address: string, base: string): string | null {
  const url = URL.parse(address, base)
  return url?.host === network.host ? url.pathname : null
}
