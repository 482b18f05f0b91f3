import { walkHtml } from '../html/walk-html.ts'
import { type Policy, parsePolicies } from './content-policy.ts'

/** A tag as written in the page, with its attributes. */
export type Tag = { line: string; attributes: Record<string, string> }
export type AdTag = Tag & {
  /** How the element's end was found: `closed` by its own end tag, otherwise by the end of something around it. */
  end: 'closed' | 'self_closed' | 'not_closed'
  /** What prevents browsers from showing the element. */
  within: 'comment' | 'template' | 'noscript' | null
}
/** A script, link, or iframe with its resolved URL on the network. */
export type Loaded = Tag & {
  url: URL /** Number of the page's own policies that precede the tag. */
  policies: number
}

export type Snippets = {
  elements: AdTag[]
  /** Iframes from the network, with their units. */
  frames: (Loaded & { unit: string })[]
  /** Scripts that fill the ad elements: the ad's own script or the loader. */
  scripts: Loaded[]
  preloads: Loaded[]
  /** Policies from the page's meta elements. */
  policies: Policy[]
}

/**
 * Limits for hostile pages. A normal page has a few tags, and each script is checked against each source of the page's
 * policies.
 */
const maxTags = 1_000
const maxScripts = 10
const maxPolicyLength = 32_768
/**
 * Maximum length of the base address. The address of each script and iframe is resolved against it: with 400 kB, that
 * took 14 s.
 */
const maxBaseLength = 2_048
/** Maximum length of a line in the answer, which shows what is wrong and not the whole page. */
const maxLine = 300

export const unitNumber = /^[1-9]\d{0,9}$/
const scriptPath = /^\/embed\/(v1|\d+\.\d+\.\d+)\/(ad|ad\.classic|mille)\.js$/
const framePath = /^\/serve\/frame\/([1-9]\d{0,9})$/
/**
 * Matches a template with this attribute value, which is visible: browsers turn it into the shadow root of the element
 * around it.
 */
const shadowMode = /^(open|closed)$/i
const unitPath = /^\/serve\/units\/[1-9]\d{0,9}$/

/** Returns this network's snippets in a page's HTML, as the page's server sends it. */
export function readSnippets(html: string, pageUrl: string, publicUrl: string): Snippets {
  const found: Snippets = { elements: [], frames: [], scripts: [], preloads: [], policies: [] }
  const network = new URL(publicUrl)
  /**
   * Open elements whose content is not shown by browsers that run scripts; `open` contains the ad elements that are not
   * closed yet.
   */
  const inert: ('template' | 'noscript')[] = []
  const open: AdTag[] = []
  let base = pageUrl
  let isInBody = false
  let policyRoom = maxPolicyLength
  walkHtml(html, {
    onopentag(tag, attributes, { start, end }) {
      const isInert = inert.length > 0 || !shadowMode.test(attributes.shadowrootmode ?? '')
      if ((tag === 'template' && isInert) || tag === 'noscript') inert.push(tag)
      const within = inert.at(-1) ?? null
      const line = html.slice(start, Math.min(end, start + maxLine))
      if (tag === 'mille-ad') {
        const isSlashed = html[end - 2] === '/'
        const ad: AdTag = {
          line,
          attributes,
          within,
          end: isSlashed ? 'self_closed' : 'not_closed'
        }
        open.push(ad)
        if (found.elements.length < maxTags) found.elements.push(ad)
      }
      if (within !== null) return
      if (tag === 'body') isInBody = true
      const { src = '', href, content = '' } = attributes
      if (tag === 'base' && href !== undefined && href.length <= maxBaseLength)
        base = URL.parse(href, pageUrl)?.href ?? pageUrl
      // A policy in a meta element counts only in the head, and only for what comes after it.
      const isPolicy = attributes['http-equiv']?.toLowerCase() === 'content-security-policy'
      if (tag === 'meta' && isPolicy && !isInBody && content.length <= policyRoom) {
        policyRoom -= content.length
        found.policies.push(...parsePolicies(content))
      }
      const policies = found.policies.length
      const load = (list: Loaded[], address: string, path: RegExp) => {
        const url = addressAt(network, address, base)
        if (url && path.test(url.pathname) && list.length < maxScripts)
          list.push({ line, attributes, url, policies })
      }
      if (tag === 'script') load(found.scripts, src, scriptPath)
      if (tag === 'link' && /\bpreload\b/i.test(attributes.rel ?? ''))
        load(found.preloads, href ?? '', unitPath)
      if (tag === 'iframe') {
        const url = addressAt(network, src, base)
        const unit = framePath.exec(url?.pathname ?? '')?.[1]
        if (url && unit && found.frames.length < maxTags)
          found.frames.push({ line, attributes, url, policies, unit })
      }
    },
    onclosetag(tag, isImplied) {
      if (tag === inert.at(-1)) inert.pop()
      if (tag !== 'mille-ad') return
      const ad = open.pop()
      if (ad && !isImplied) ad.end = 'closed'
    },
    oncomment: text => readComment(text, found.elements)
  })
  return found
}

/** Reads ad elements that were commented out. Comments cannot be nested, so one level is enough. */
function readComment(text: string, elements: AdTag[]): void {
  if (elements.length >= maxTags || !text.includes('<mille-ad')) return
  walkHtml(text, {
    onopentag(tag, attributes, { start, end }) {
      if (tag !== 'mille-ad' || elements.length >= maxTags) return
      const line = text.slice(start, Math.min(end, start + maxLine))
      elements.push({ line, attributes, within: 'comment', end: 'closed' })
    }
  })
}

/** Returns the resolved URL of an address if it leads to the network over http or https; otherwise null. */
function addressAt(network: URL, address: string, base: string): URL | null {
  const url = URL.parse(address, base)
  return url?.host === network.host && /^https?:$/.test(url.protocol) ? url : null
}
