import type { CodeCheck } from '@mille/api/ad-units/endpoints.ts'
import type { AdType } from '@mille/api/constants.ts'
import { dimensions } from '@mille/api/reference-data/banner-sizes.ts'
import { isLoopback } from '../loopback.ts'
import {
  type Attributes,
  adElement,
  adScript,
  type EmbeddedUnit,
  preloadAddress,
  preloadLink
} from './code.ts'
import {
  allowing,
  type Fetched,
  findBlocking,
  type Policy,
  parsePolicies
} from './content-policy.ts'
import {
  type AdTag,
  type Loaded,
  readSnippets,
  type Snippets,
  unitNumber
} from './read-snippets.ts'

type CheckedUnit = EmbeddedUnit & { ad_type: AdType }
export type Asked = {
  unit: CheckedUnit
  /** Address of the page after all redirects. */
  pageUrl: string
  /** Value of the page's `Content-Security-Policy` header. */
  policy: string
}
type Found = Pick<CodeCheck['attributes'], 'state' | 'form' | 'findings' | 'other_unit_ids'>

type Finding = CodeCheck['attributes']['findings'][number]

/** A page may name thousands of other units, so the lists in the answer are limited. */
const maxOthers = 20
const maxFindings = 10
/** Maximum length of a directive for which a replacement is proposed. Longer ones must be changed by hand. */
const maxDirective = 2_000
const maxLine = 300

/** Finds the code of a unit in a page, and the problems with it. */
export function findCode(html: string, asked: Asked, publicUrl: string): Found {
  const snippets = readSnippets(html, asked.pageUrl, publicUrl)
  const unit = String(asked.unit.id)
  const elements = snippets.elements.filter(it => it.within === null)
  const units = new Set(
    elements.map(it => it.attributes.unit ?? '').filter(it => unitNumber.test(it))
  )
  const frames = new Set(snippets.frames.map(it => it.unit))
  const others = new Set([...units, ...frames])
  others.delete(unit)
  const findings = findProblems(snippets, asked, publicUrl)
  const rest = { findings, other_unit_ids: [...others].slice(0, maxOthers) }
  const state = findings.length === 0 ? 'found' : 'found_with_problems'
  if (units.has(unit) && snippets.scripts.length > 0) return { state, form: 'script', ...rest }
  if (frames.has(unit)) return { state, form: 'iframe', ...rest }
  if (units.has(unit)) return { state: 'without_script', form: 'script', ...rest }
  return { state: others.size > 0 ? 'other_unit' : 'not_found', form: null, ...rest }
}

/** Returns the problems with the code of a unit, as far as they can be seen in the page. */
function findProblems(snippets: Snippets, asked: Asked, publicUrl: string): Finding[] {
  const { unit } = asked
  const id = String(unit.id)
  const isOwn = (ad: AdTag) => ad.attributes.unit === id
  const shown = snippets.elements.filter(ad => ad.within === null)
  const elements = shown.filter(isOwn)
  const frames = snippets.frames.filter(frame => frame.unit === id)
  if (elements.length + frames.length === 0)
    return missingUnit(shown, snippets.elements.filter(isOwn), unit).slice(0, maxFindings)
  const look = createLook(snippets, asked, publicUrl)
  const repeated = [...elements, ...frames].at(1)
  return [
    ...elements.flatMap(ad => problemsOfElement(ad, unit, publicUrl)),
    ...(repeated ? [finding('unit_repeated', repeated.line, null)] : []),
    ...(elements.length > 0 ? [...look.scripts(), ...look.preloads(), ...look.ads()] : []),
    ...frames.slice(0, 1).flatMap(look.frame),
    ...look.page()
  ].slice(0, maxFindings)
}

/** Returns findings for an element without a unit and for an element that browsers do not show. */
function missingUnit(shown: AdTag[], hidden: AdTag[], unit: CheckedUnit): Finding[] {
  const unnamed = shown.filter(ad => !unitNumber.test(ad.attributes.unit ?? ''))
  return [
    ...unnamed.map(ad => finding('unit_missing', ad.line, corrected(ad, unit))),
    ...hidden.slice(0, 1).map(ad => finding('inactive', ad.line, corrected(ad, unit), ad.within))
  ]
}

function problemsOfElement(ad: AdTag, unit: CheckedUnit, publicUrl: string): Finding[] {
  const { size, server, style = '', hidden } = ad.attributes
  const isHidden = hidden !== undefined || hiding.test(style)
  const isElsewhere =
    server !== undefined && URL.parse(server, publicUrl)?.origin !== new URL(publicUrl).origin
  const codes = [
    ...(ad.end === 'closed' ? [] : [ad.end]),
    ...((size !== undefined && size !== unit.size) || isTooNarrow(style, unit)
      ? (['size_differs'] as const)
      : []),
    ...(isElsewhere ? (['other_server'] as const) : []),
    ...(isHidden ? (['hidden'] as const) : [])
  ]
  return codes.map(code => finding(code, ad.line, corrected(ad, unit)))
}

/**
 * Checks whether the element's own style leaves less room than its banners need: `no_room` in
 * packages/widgets/ad/explain.ts.
 */
function isTooNarrow(style: string, { size, ad_type, settings }: CheckedUnit): boolean {
  if (ad_type === 'text' || settings.position === 'sticky') return false
  return [...style.matchAll(pixelWidth)].some(
    ([, width]) => Number(width) < dimensions(size).width * 0.9
  )
}

const pixelWidth = /(?:^|;)\s*(?:max-)?(?:width|inline-size)\s*:\s*(\d+(?:\.\d+)?)px/gi
const hiding = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i
/** Attributes that a page may set on an element in addition to those of its snippet. */
const own = /^(id|class|lazy|receipts|theme|sticky-side|look|font|color-[a-z-]+)$/

/** Returns the corrected element and keeps the additional attributes that the page sets. */
function corrected({ attributes }: AdTag, unit: CheckedUnit): string {
  const kept: Attributes = {}
  for (const [name, value] of Object.entries(attributes))
    if (own.test(name) && value.length <= maxLine) kept[name] = value === '' ? true : value
  return adElement(unit, kept)
}

/**
 * Creates a check that reports the first policy that blocks a URL of the network: first those of the header, then the
 * given policies of the page.
 */
function createPolicyCheck(header: string, page: URL, network: URL) {
  const ofHeader = header === '' ? [] : parsePolicies(header)
  return (kind: Fetched, url: URL, ofPage: Policy[], isTrusted?: boolean): Finding[] => {
    for (const policy of [...ofHeader, ...ofPage]) {
      const blocked = findBlocking(policy, kind, { url, page, ...(isTrusted && { isTrusted }) })
      if (!blocked) continue
      const { directive, sources } = blocked
      const text = [directive, ...sources].join(' ')
      const change = text.length <= maxDirective ? allowing(kind, blocked, network.origin) : null
      return [finding('policy_blocks', text, change, directive)]
    }
    return []
  }
}

/** Creates checks of what the page and its policies allow the code to do. */
function createLook({ scripts, preloads, policies }: Snippets, asked: Asked, publicUrl: string) {
  const { unit } = asked
  const network = new URL(publicUrl)
  const page = new URL(asked.pageUrl)
  const blockedBy = createPolicyCheck(asked.policy, page, network)

  function problemsOfScript({ line, attributes, url, policies: before }: Loaded): Finding[] {
    const src = `${network.origin}${url.pathname}`
    const { type = '', nonce, integrity } = attributes
    const isTrusted = nonce !== undefined || integrity !== undefined
    return [
      ...(type.toLowerCase() !== 'module' && url.pathname.endsWith('/ad.js')
        ? [finding('module_missing', line, adScript(publicUrl, src))]
        : []),
      ...(url.protocol === network.protocol
        ? []
        : [finding('scheme_differs', line, adScript(publicUrl, src))]),
      ...blockedBy('script', url, policies.slice(0, before), isTrusted)
    ]
  }

  return {
    /** Reports no problem if at least one script works. */
    scripts(): Finding[] {
      const problems = scripts.map(problemsOfScript)
      if (problems.length === 0) return [finding('script_missing', null, adScript(publicUrl))]
      return problems.some(it => it.length === 0) ? [] : (problems[0] ?? [])
    },
    preloads(): Finding[] {
      const wanted = preloadAddress(unit, publicUrl)
      return preloads
        .filter(({ url }) => url.pathname.endsWith(`/${unit.id}`))
        .filter(({ url, attributes: { as, crossorigin } }) => {
          const isOpen = crossorigin === '' || crossorigin?.toLowerCase() === 'anonymous'
          return url.href !== wanted || as?.toLowerCase() !== 'fetch' || !isOpen
        })
        .map(({ line }) =>
          finding('preload_differs', line, wanted === null ? null : preloadLink(wanted))
        )
    },
    ads(): Finding[] {
      const decision = new URL(`/serve/units/${unit.id}`, network)
      const picture = new URL('/media/banners/1/x', network)
      return [
        ...blockedBy('connect', decision, policies),
        ...(unit.ad_type === 'text' ? [] : blockedBy('image', picture, policies))
      ]
    },
    frame({ line, url, policies: before }: Loaded): Finding[] {
      const src = `${network.origin}${url.pathname}`
      const isSame = url.protocol === network.protocol
      const change = line.replace(
        /(?<=\s)src\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/i,
        () => `src="${src}"`
      )
      return [
        ...(isSame ? [] : [finding('scheme_differs', line, change)]),
        ...blockedBy('frame', url, policies.slice(0, before))
      ]
    },
    page(): Finding[] {
      const isMixed =
        page.protocol === 'https:' && network.protocol === 'http:' && !isLoopback(network.hostname)
      return isMixed ? [finding('mixed_content', null, null)] : []
    }
  }
}

function finding(
  code: Finding['code'],
  line: string | null,
  replacement: string | null,
  detail: string | null = null
): Finding {
  return { code, detail, line: line === null ? null : line.slice(0, maxLine), replacement }
}
