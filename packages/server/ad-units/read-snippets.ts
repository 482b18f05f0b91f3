import { walkHtml } from '../html/walk-html.ts'
import { type Policy, parsePolicies } from './content-policy.ts'

/** A tag as it is written on the page, and its attributes. */
export type Tag = { line: string; attributes: Record<string, string> }
export type AdTag = Tag & {
  /** How its end was found: by its own tag, or by that of something around it. */
  end: 'closed' | 'self_closed' | 'not_closed'
  /** What keeps browsers from showing it. */
  within: 'comment' | 'template' | 'noscript' | null
}
/** A script or link with the address that it leads to on the network. */
export type Loaded = Tag & {
  url: URL /** Of the page’s own, how many policies come before it. */
  policies: number
}

export type Snippets = {
  elements: AdTag[]
  /** Iframes from the network, by their unit. */
  frames: (Loaded & { unit: string })[]
  /** Scripts that fill the elements, the ad’s own or the loader. */
  scripts: Loaded[]
  preloads: Loaded[]
  /** Of the page’s meta elements. */
  policies: Policy[]
}

/** A page has a few, and each script is held against each source of its policies. */
const maxTags = 1_000
const maxScripts = 10
const maxPolicyLength = 32_768
/** An address is put together with the base for each script and frame of a page: 400 kB of it took 14 s. */
const maxBaseLength = 2_048
/** An answer shows what is wrong, not the page. */
const maxLine = 300

export const unitNumber = /^[1-9]\d{0,9}$/
const scriptPath = /^\/embed\/(v1|\d+\.\d+\.\d+)\/(ad|ad\.classic|mille)\.js$/
const framePath = /^\/serve\/frame\/([1-9]\d{0,9})$/
/** Such a template is shown: browsers turn it into the shadow root of the element around it. */
const shadowMode = /^(open|closed)$/i
const unitPath = /^\/serve\/units\/[1-9]\d{0,9}$/

/** The snippets of this network that a page carries, as far as they are in what its server sends. */
export function readSnippets(html: string, pageUrl: string, publicUrl: string): Snippets {
  const found: Snippets = { elements: [], frames: [], scripts: [], preloads: [], policies: [] }
  const network = new URL(publicUrl)
  /** Of what is not shown by browsers that run scripts, and of the ads that are open. */
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
      // A policy counts in the head alone, and for what comes after it.
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

/** What was commented out is read as what it was. A comment in a comment ends the first one, so that this goes no deeper. */
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

/** Where an address leads to on the network, by whichever scheme; null when it leads elsewhere. */
function addressAt(network: URL, address: string, base: string): URL | null {
  const url = URL.parse(address, base)
  return url?.host === network.host && /^https?:$/.test(url.protocol) ? url : null
}
