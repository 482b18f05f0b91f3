import { type AdBox, adBox } from '@mille/api/ad-units/ad-box.ts'
import type { EmbedCode, EmbedSettings } from '@mille/api/ad-units/endpoints.ts'
import { invitationAddress } from '@mille/api/ad-units/invitation.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'

export type EmbeddedUnit = {
  id: number
  user_id: number
  size: UnitSize
  settings: Pick<EmbedSettings, 'position'>
}

/**
 * Returns the snippet of a unit in all its forms. The sticky side and the colors come with each ad, so a publisher who
 * changes them does not have to paste a new snippet. The position does not, because it decides whether the page
 * reserves space.
 */
export function buildCode(unit: EmbeddedUnit, publicUrl: string): EmbedCode {
  const { id, size, settings } = unit
  const box = adBox(size, settings.position)
  const className = `mille-ad-${id}`
  const preload = preloadAddress(unit, publicUrl)
  const head = [...(preload === null ? [] : [preloadLink(preload)]), adScript(publicUrl)].join('\n')
  const form = (kept: Attributes) => `${head}\n${adElement(unit, kept)}`
  const style = box ? writeStyle(box) : ''
  return {
    script: form({}),
    head,
    place: adElement(unit),
    script_with_class: form(box ? { class: className } : {}),
    style: box ? `.${className} { ${style.replaceAll(';', '; ').trim()} }` : '',
    iframe: frame(unit, publicUrl),
    invitation: element(
      'a',
      { href: invitationAddress(publicUrl, id, unit.user_id), rel: 'sponsored' },
      'Your ad here'
    )
  }
}

/**
 * Returns the element of a unit with its ID and size, and the space that it needs. `kept` contains the other attributes
 * that the page sets; a class replaces the style attribute.
 */
export function adElement({ id, size, settings }: EmbeddedUnit, kept: Attributes = {}): string {
  const { position } = settings
  const box = adBox(size, position)
  const place = !box ? { position } : 'class' in kept ? {} : { style: writeStyle(box) }
  return element('mille-ad', { unit: String(id), size, ...kept, ...place })
}

/** Returns the script that fills the ad elements. `src` is different if a page uses the loader or a fixed version. */
export function adScript(publicUrl: string, src = `${publicUrl}/embed/v1/ad.js`): string {
  return element('script', { type: 'module', async: true, src })
}

/**
 * Returns the address that preloads the decision while the script is loading, which saves a round trip. It is exactly
 * the one that the ad requests, so that one request serves both. Null for an adaptive ad, whose request contains its
 * actual width, and for a sticky ad, which has no place in the page to measure.
 */
export function preloadAddress(
  { id, size, settings }: EmbeddedUnit,
  publicUrl: string
): string | null {
  return size === 'Adaptive' || settings.position === 'sticky'
    ? null
    : `${publicUrl}/serve/units/${id}`
}

export function preloadLink(href: string): string {
  return startTag('link', { rel: 'preload', as: 'fetch', crossorigin: true, href })
}

/** Returns the iframe snippet. An iframe keeps its place and its size, whatever the position. */
function frame({ id, size }: EmbeddedUnit, publicUrl: string): string {
  const { width, height } = adBox(size)
  return element('iframe', {
    src: `${publicUrl}/serve/frame/${id}`,
    title: 'Advertisement',
    width: width.replace('px', ''),
    height: height.replace('px', ''),
    loading: 'lazy',
    style: 'border:0'
  })
}

/** Formats the box as CSS declarations: `max-width:100%;`. */
function writeStyle(box: AdBox): string {
  return Object.entries(box)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, '-$&').toLowerCase()}:${value};`)
    .join('')
}

export type Attributes = Record<string, string | true>

function element(name: string, attributes: Attributes, text = ''): string {
  return `${startTag(name, attributes)}${text}</${name}>`
}

/** Formats a start tag with escaped attributes. An attribute that is `true` has no value. */
function startTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === true ? key : `${key}="${escapeAttribute(value)}"`
  )
  return `<${[name, ...written].join(' ')}>`
}

function escapeAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
