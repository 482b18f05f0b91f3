import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fallbackFrame } from '@mille/api/delivery/fallback-frame.ts'
import type { AdCreative, Decision } from '@mille/api/delivery/protocol.ts'
import { html, raw } from 'hono/html'

export type Page = { html: string; headers: Record<string, string> }

type Html = ReturnType<typeof html>

/**
 * The style sheets of the ad element, so that both versions look the same, and the rules that a separate page needs.
 */
const folder = join(import.meta.dirname, '../../../api/delivery')
const styles = [
  ...['ad.css', 'pictures.css', 'fallback.css'].map(name =>
    readFileSync(join(folder, name), 'utf8')
  ),
  ':root{color-scheme:light dark}html,body{margin:0;block-size:100%}'
].join('\n')

/** Renders the page inside the iframe snippet: an ad that needs no script. */
export function framePage(decision: Decision, language: string, nonce: string): Page {
  const title = decision.filled ? `Advertisement: ${decision.creative.title}` : 'Advertisement'
  // A page of another network often leads to a host that is not known before.
  const framePolicy = decision.fallbackUrl ? ' frame-src https:;' : ''
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">${raw(styles)}${raw(properties(decision))}</style>
</head>
<body><main class="ad">${decision.creative ? frame(decision, decision.creative) : otherNetwork(decision)}</main></body>
</html>`
  return {
    html: String(page),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; img-src 'self';${framePolicy} style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex'
    }
  }
}

/** Renders the same markup as packages/widgets/ad/draw-ad.ts. */
function frame({ look, font, label, clickUrl, aboutUrl, filled }: Decision, creative: AdCreative) {
  const address = filled ? pathOf(clickUrl) : clickUrl
  return html`<div class="frame ${creative.kind} ${look} ${font}" role="group" aria-label="${label}" dir="auto" lang="${creative.lang}">
<a class="creative" href="${address}" target="_blank" rel="sponsored noopener">${content(creative, label)}</a>
${aboutUrl ? html`<a class="label" href="${aboutUrl}" target="_blank" rel="noopener" aria-label="${`${label}: ${creative.title}`}">${label}</a>` : ''}</div>`
}

/** Renders the same markup as packages/widgets/ad/draw-fallback.ts. */
function otherNetwork({ fallbackUrl, label }: Decision): Html | string {
  if (!fallbackUrl) return ''
  const { host, name, sandbox, referrerPolicy, loading } = fallbackFrame(fallbackUrl, label)
  return html`<div class="frame other" role="group" aria-label="${name}"><iframe title="${name}" sandbox="${sandbox}" referrerpolicy="${referrerPolicy}" loading="${loading}" src="${fallbackUrl}"></iframe><span class="label">${host}</span></div>`
}

function content(creative: AdCreative, label: string): Html {
  if (creative.kind === 'banner') {
    const { source, width, height, title } = creative
    return html`<img src="${pathOf(source)}" width="${width}" height="${height}" alt="${title}">`
  }
  const { title, text, domain, action } = creative
  return html`${picture('illustration', creative)}${picture('logo', creative)}<span class="title">${title}</span><span class="body">${text}</span><span class="domain">${domain}</span><span class="action">${action}</span><span class="label">${label}</span>`
}

function picture(kind: 'logo' | 'illustration', { pictures }: AdCreative): Html | string {
  const source = pictures?.[kind]
  return source ? html`<img class="${kind}" src="${pathOf(source)}" alt="">` : ''
}

/**
 * Returns the path of a URL, so that the frame requests its own origin whatever the network's public host name is: its
 * content security policy allows no other.
 */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/**
 * Returns the CSS properties of an ad: the unit's own hexadecimal colors, how the text is set, and the size of a
 * banner, which shrinks to fit the available room.
 */
function properties({ css, colors, creative }: Decision): string {
  const isColor = ([, value]: [string, string]) => /^#[0-9a-f]{6}$/i.test(value)
  const own = [...Object.entries(css ?? {}), ...Object.entries(colors).filter(isColor)].map(
    ([name, value]) => `--${name}:${value}`
  )
  const frame = `.frame{${own.join(';')}}`
  if (creative?.kind !== 'banner') return frame
  return `${frame}.banner img{${creative.style}}`
}
