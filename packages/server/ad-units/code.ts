import { type AdBox, adBox } from '@mille/api/ad-units/ad-box.ts'
import type { EmbedCode } from '@mille/api/ad-units/endpoints.ts'
import { invitationAddress } from '@mille/api/ad-units/invitation.ts'
import type { UnitSize } from '@mille/api/constants.ts'

type EmbeddedUnit = { id: number; user_id: number; size: UnitSize }

/**
 * The snippet of a unit in its forms. Position, side and colours come with each ad, so a publisher who changes them
 * need not paste anything again.
 */
export function buildCode(unit: EmbeddedUnit, publicUrl: string): EmbedCode {
  const { id, size } = unit
  const box = adBox(size)
  const style = writeStyle(box)
  const script = element('script', {
    type: 'module',
    async: true,
    src: `${publicUrl}/embed/v1/ad.js`
  })
  const className = `mille-ad-${id}`
  const attributes = { unit: String(id), size }
  return {
    script: `${script}\n${element('mille-ad', { ...attributes, style })}`,
    script_with_class: `${script}\n${element('mille-ad', { ...attributes, class: className })}`,
    style: `.${className} { ${style.replaceAll(';', '; ').trim()} }`,
    iframe: element('iframe', {
      src: `${publicUrl}/serve/frame/${id}`,
      title: 'Advertisement',
      width: box.width.replace('px', ''),
      height: box.height.replace('px', ''),
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

/** As declarations: `max-width:100%;`. */
function writeStyle(box: AdBox): string {
  return Object.entries(box)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, '-$&').toLowerCase()}:${value};`)
    .join('')
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
