import { logoAddress } from '../brand/logo-address.ts'
import type { Mail } from '../context.ts'
import { directionOf } from '../languages/texts.ts'

type HtmlMail = Pick<Mail, 'subject' | 'text' | 'language' | 'brand'>

/** Height of the logo in an email, in pixels. */
const logoHeight = 32

const page =
  'margin:0;padding:24px;background:#fbfaf7;color:#1b1d25;font:16px/1.5 system-ui,-apple-system,sans-serif'
const sheet = 'max-width:34rem;margin:0 auto;text-align:'
const codeLook =
  'display:block;padding:12px 16px;border:1px solid #d9d5cc;font:600 20px/1.4 ui-monospace,monospace'

/**
 * Renders a plain text email as HTML: its paragraphs, with links to click and readable codes. It says nothing that the
 * plain text does not say. Links have the accent color of the network.
 *
 * It loads nothing, unless the network has its own logo. Everyone gets the logo from the same address, so that it does not
 * tell who has read an email.
 */
export function htmlOf({ subject, text, language, brand }: HtmlMail, publicUrl: string): string {
  const direction = directionOf(language)
  const paragraphs = text
    .split(/\n{2,}/)
    // With `dir="auto"`, text that a person wrote in another direction, such as a reason, also starts on the correct
    // side.
    .map(paragraph => `<p dir="auto">${linked(paragraph, brand.accent)}</p>`)
    .join('\n')
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="${page}"><div lang="${language}" dir="${direction}" style="${sheet}${direction === 'rtl' ? 'right' : 'left'}">
${logoOf(brand, publicUrl)}${paragraphs}
</div></body></html>
`
}

/** Returns the network's own logo, with the name for readers whose email program loads no pictures. */
function logoOf({ name, logo }: Mail['brand'], publicUrl: string): string {
  if (logo === null) return ''
  const source = new URL(logoAddress(logo.hash, 'email.png'), publicUrl)
  const width = Math.round((logo.width / logo.height) * logoHeight)
  return `<p><img src="${source}" alt="${escaped(name)}" width="${width}" height="${logoHeight}"></p>\n`
}

/** URLs and codes contain no character that must be escaped, except `&`. */
function linked(paragraph: string, accent: string | null): string {
  const look = accent === null ? '' : ` style="color:${accent}"`
  return escaped(paragraph)
    .replace(
      /https?:\/\/[^\s)&<]+(?:&amp;[^\s)&<]+)*/g,
      url => `<a href="${url}"${look}>${url}</a>`
    )
    .replace(
      /^\s*((?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4})$/gm,
      `<span style="${codeLook}">$1</span>`
    )
    .replaceAll('\n', '<br>\n')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
