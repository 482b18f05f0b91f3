import { illustrationSize, logoSize } from '@mille/api/constants.ts'
import type { AdCreative, Decision, Empty, Filled } from '@mille/api/delivery/protocol.ts'
import { html } from 'hono/html'

export type Page = { html: string; headers: Record<string, string> }

type Html = ReturnType<typeof html>

/** The page inside the iframe snippet: an ad that needs no script. */
export function framePage(decision: Decision, language: string, nonce: string): Page {
  const title = decision.filled ? `Advertisement: ${decision.creative.title}` : 'Advertisement'
  const page = html`<!doctype html>
<html lang="${language}" dir="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">${styles}${colors(decision)}</style>
</head>
<body>
<main>${decision.filled ? html`${advertisement(decision)}${label(decision)}` : invitation(decision)}</main>
</body>
</html>`
  return {
    html: String(page),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; img-src 'self'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex'
    }
  }
}

function advertisement({ clickUrl, creative }: Filled): Html {
  const content =
    creative.kind === 'banner'
      ? html`<img src="${pathOf(creative.source)}" width="${creative.width}" height="${creative.height}" alt="${creative.title}">`
      : html`${picture('illustration', creative)}${picture('logo', creative)}<b>${creative.title}</b><span>${creative.text}</span><small>${creative.domain}</small>`
  return html`<a class="${creative.kind}" href="${pathOf(clickUrl)}" target="_blank" rel="sponsored noopener">${content}</a>`
}

const pixels = { logo: logoSize, illustration: illustrationSize }

function picture(kind: keyof typeof pixels, { pictures }: AdCreative): Html | string {
  const source = pictures?.[kind]
  if (!source) return ''
  const { width, height } = pixels[kind]
  return html`<img class="${kind}" src="${pathOf(source)}" width="${width}" height="${height}" alt="">`
}

/** Leads to the page that says why the ad is shown. What it takes to press it is larger than what is drawn over the ad. */
function label({ aboutUrl }: Filled): Html {
  return html`<a class="label" href="${aboutUrl}" target="_blank" rel="noopener" title="About this ad" aria-label="About this ad"><span>Ad</span></a>`
}

function invitation({ fallback, invitationUrl }: Empty): Html | string {
  if (fallback)
    return html`<a class="alone" href="${fallback.link}" target="_blank" rel="noopener">${fallback.text}</a>`
  if (invitationUrl === null) return ''
  return html`<a class="alone" href="${invitationUrl}" target="_blank" rel="noopener">Your ad here</a>`
}

/** The frame asks its own origin, whatever name the network has for the world: its policy allows no other. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** The unit's own colours, which are hexadecimal by the schema they were written through. */
function colors({ colors: own }: Decision): string {
  const rules: [string, string | undefined][] = [
    ['--background', own.background],
    ['--title', own.title],
    ['--title-hover', own.title_hover ?? own.title],
    ['--text', own.text],
    ['--link', own.link],
    ['--link-hover', own.link_hover ?? own.link]
  ]
  const set = rules.filter(([, color]) => color !== undefined && /^#[0-9a-f]{6}$/i.test(color))
  return `:root{${set.map(([name, color]) => `${name}:${color}`).join(';')}}`
}

const styles = `
:root {
  color-scheme: light dark;
  --background: light-dark(#fcfaf7, #15171c);
  --title: light-dark(#1a2233, #f2efe9);
  --title-hover: light-dark(#8a4b00, #ffb45c);
  --text: light-dark(#444b59, #c3c6cd);
  --link: light-dark(#5f6470, #a2a7b2);
  --link-hover: light-dark(#8a4b00, #ffb45c);
}
* { box-sizing: border-box; margin: 0 }
html, body { block-size: 100% }
body { font: 14px/1.35 system-ui, sans-serif; overflow: hidden; background: var(--background); color: var(--text) }
main { position: relative; display: grid; block-size: 100%; place-items: center }
a { color: inherit; text-decoration: none }
a:focus-visible { outline: 2px solid var(--title-hover); outline-offset: -2px }
img { display: block; max-inline-size: 100vw; max-block-size: 100vh; block-size: auto }
.text { display: flex; flex-direction: column; gap: 8px; justify-content: safe center; inline-size: 100%; block-size: 100%; padding: 16px; overflow: hidden; overflow-wrap: anywhere }
.text b, .text span { display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden; flex-shrink: 0 }
.text { position: relative }
.logo { inline-size: clamp(18px, 11vmin, 40px); flex-shrink: 0; border-radius: 6px }
.illustration { display: none; flex-shrink: 0; inline-size: 100%; object-fit: cover; border-radius: 6px }
.text b { padding-inline-end: 16px; color: var(--title); font-size: 18px; -webkit-line-clamp: 3 }
.text span { -webkit-line-clamp: 5 }
.text small { color: var(--link); font-size: 12px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; flex-shrink: 0 }
.text:hover b { color: var(--title-hover) }
.text:hover small { color: var(--link-hover) }
.alone { color: var(--link); font-size: 12px }
.alone:hover, .label:hover { color: var(--link-hover) }
.label { position: absolute; inset-block-start: 0; inset-inline-end: 0; display: grid; place-items: start end; min-inline-size: 24px; min-block-size: 24px; color: var(--link) }
.label span { padding: 1px 5px; font-size: 10px; line-height: 13px; background: var(--background); border-end-start-radius: 4px }
.alone { display: grid; place-items: center; inline-size: 100%; block-size: 100%; text-align: center }
@media (min-height: 400px) { .text b { -webkit-line-clamp: 5 } .text span { -webkit-line-clamp: 12 } }
@media (max-width: 210px) { .text { padding: 12px } .text b { font-size: 16px } }
@media (max-height: 210px) { .text { gap: 4px; padding: 10px 12px } .text b { font-size: 16px; -webkit-line-clamp: 2 } .text span { font-size: 13px } }
@media (max-height: 130px) {
  .text { gap: 2px; padding: 6px 10px; line-height: 1.25 }
  .text b { font-size: 14px }
  .text span { font-size: 12px; -webkit-line-clamp: 3 }
  .text small { display: none }
}
@media (max-height: 100px) { .text b { -webkit-line-clamp: 1 } .text span { -webkit-line-clamp: 2 } }
@media (max-height: 100px) and (min-height: 80px) { .text small { display: block } }
@media (max-height: 59px) { .text { padding-block: 4px } .text span { -webkit-line-clamp: 1 } }
@media (max-height: 60px) and (max-width: 200px) {
  .text { padding: 4px 8px }
  .text b { font-size: 12px; -webkit-line-clamp: 2 }
  .text span { display: none }
}
@media (max-height: 39px) {
  .text { flex-direction: row; gap: 12px; align-items: center; justify-content: start; padding-block: 2px; padding-inline-end: 30px }
  .text b, .text span { display: block; padding-inline-end: 0; white-space: nowrap; text-overflow: ellipsis }
  .text span { flex-shrink: 1 }
}
@media (max-height: 39px) and (max-width: 240px) {
  .text { padding-block: 2px; padding-inline: 8px 30px }
  .text b { flex-shrink: 1 }
  .text span { display: none }
}
@media (min-height: 240px) and (max-aspect-ratio: 2) { .illustration { display: block; block-size: min(36vh, 48vw) } .illustration ~ .logo { display: none } .illustration ~ span { -webkit-line-clamp: 3 } }
@media (max-height: 170px) { .logo { position: absolute; inset-block-end: 6px; inset-inline-end: 6px } }
@media (min-aspect-ratio: 2.2) {
  .logo { inset-block: 0; inset-inline: 6px auto; margin-block: auto; inline-size: min(64px, 100vh - 12px) }
  .text:has(.logo) { padding-inline-start: calc(min(64px, 100vh - 12px) + 14px) }
}
@media (min-aspect-ratio: 2.2) and (min-width: 440px) {
  .illustration { display: block; position: absolute; inset-block: 0; inset-inline-start: 0; inline-size: min(30vw, 191vh); block-size: 100%; border-radius: 0 }
  .text:has(.illustration) { padding-inline-start: calc(min(30vw, 191vh) + 14px) }
  .illustration ~ .logo { inset-block: auto 4px; inset-inline-start: 4px; inline-size: min(28px, 40vh) }
}
`
