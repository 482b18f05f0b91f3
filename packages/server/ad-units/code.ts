import type { EmbedCode } from '@mille/api/ad-units/endpoints.ts'
import { invitationAddress } from '@mille/api/ad-units/invitation.ts'
import { dimensions, type UnitSize } from '@mille/api/constants.ts'

/** The place that is kept before anything is loaded, so that the page does not jump. */
const adaptiveHeight = 90

type EmbeddedUnit = { id: number; user_id: number; size: UnitSize }

/**
 * The snippet of a unit in its forms. Position, side and colours come with each ad, so a publisher who changes them
 * need not paste anything again.
 */
export function buildCode(unit: EmbeddedUnit, publicUrl: string): EmbedCode {
  const { id, size } = unit
  const box = boxOf(size)
  const script = element('script', {
    type: 'module',
    async: true,
    src: `${publicUrl}/embed/v1/ad.js`
  })
  const className = `mille-ad-${id}`
  const attributes = { unit: String(id), size }
  return {
    script: `${script}\n${element('mille-ad', { ...attributes, style: box.style })}`,
    script_with_class: `${script}\n${element('mille-ad', { ...attributes, class: className })}`,
    style: `.${className} { ${box.style.replaceAll(';', '; ').trim()} }`,
    iframe: element('iframe', {
      src: `${publicUrl}/serve/frame/${id}`,
      title: 'Advertisement',
      width: box.width,
      height: box.height,
      loading: 'lazy',
      style: 'border:0'
    }),
    invitation: element(
      'a',
      { href: invitationAddress(publicUrl, id, unit.user_id), rel: 'sponsored' },
      'Your ad here'
    )
  }
}

function boxOf(size: UnitSize): { width: string; height: string; style: string } {
  if (size === 'Adaptive') {
    const style = `display:block;width:100%;min-width:120px;min-height:25px;height:${adaptiveHeight}px;`
    return { width: '100%', height: String(adaptiveHeight), style }
  }
  const { width, height } = dimensions(size)
  return {
    width: String(width),
    height: String(height),
    style: `display:block;width:${width}px;max-width:100%;height:${height}px;`
  }
}

/** An element with its attributes escaped; `true` stands alone. */
function element(name: string, attributes: Record<string, string | true>, text = ''): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === true ? key : `${key}="${escapeAttribute(value)}"`
  )
  return `<${[name, ...written].join(' ')}>${text}</${name}>`
}

function escapeAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
