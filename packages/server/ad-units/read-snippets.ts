import type { CodeCheck } from '@mille/api/ad-units/endpoints.ts'
import { walkHtml } from '../html/walk-html.ts'

export type Asked = { unitId: number; pageUrl: string }
type Found = Pick<CodeCheck['attributes'], 'state' | 'form' | 'other_unit_ids'>

export type Snippets = {
  /** Units of `<mille-ad>` elements. */
  elements: Set<string>
  /** Units of iframes from the network. */
  frames: Set<string>
  /** Whether the page loads the script that fills the elements, the ad’s own or the loader. */
  hasScript: boolean
}

/** A page may name thousands of other units. */
const maxOthers = 20
/** An address is put together with the base for each script and frame of a page: 400 kB of it took 14 s. */
const maxBaseLength = 2_048

/** What stands in these is not shown by browsers that run scripts. */
const inert = new Set(['template', 'noscript'])
const scriptPath = /^\/embed\/(v1|\d+\.\d+\.\d+)\/(ad|mille)\.js$/
const framePath = /^\/serve\/frame\/([1-9]\d{0,9})$/

/** Whether a page has the code of a unit. */
export function findCode(html: string, { unitId, pageUrl }: Asked, publicUrl: string): Found {
  const { elements, frames, hasScript } = readSnippets(html, pageUrl, publicUrl)
  const unit = String(unitId)
  const others = new Set([...elements, ...frames])
  others.delete(unit)
  const other_unit_ids = [...others].slice(0, maxOthers)
  if (elements.has(unit) && hasScript) return { state: 'found', form: 'script', other_unit_ids }
  if (frames.has(unit)) return { state: 'found', form: 'iframe', other_unit_ids }
  if (elements.has(unit)) return { state: 'without_script', form: 'script', other_unit_ids }
  return { state: others.size > 0 ? 'other_unit' : 'not_found', form: null, other_unit_ids }
}

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
      if (tag === 'base' && href !== undefined && href.length <= maxBaseLength)
        base = URL.parse(href, pageUrl)?.href ?? pageUrl
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
