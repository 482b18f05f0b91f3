import { readFileSync } from 'node:fs'
import type { DeliveryStandIn } from '../stand-in.ts'

/** A page that does something odd, before the embeds' scripts run. */
export type OddPage = {
  name: string
  css?: string
  script?: string
  /** HTML in place of the doctype, at the end of the head, and at the end of the body. */
  doctype?: string
  head?: string
  body?: string
  /**
   * Widgets that cannot be drawn because the page removes what they need. They may write to the console, but break
   * nothing.
   */
  isHopeless?: readonly string[]
}

/** Each widget, and the part of it that shows that it was drawn. */
export const drawnParts = {
  'text ad': ['mille-ad[unit=text]', '.creative'],
  'banner ad': ['mille-ad[unit=banner]', 'img'],
  'sticky ad': ['mille-ad[unit=sticky]', '.creative'],
  marketplace: ['mille-marketplace', 'a.mille-offer'],
  announcement: ['mille-announcement', '.mille-announcement'],
  feedback: ['mille-feedback', '.mille-feedback'],
  chat: ['mille-chat', '.mille-chat-open'],
  login: ['mille-login', '.mille-sheet']
} as const
export type WidgetName = keyof typeof drawnParts

const sheet = (name: string) =>
  readFileSync(new URL(`../../../packages/widgets/hosts/${name}.css`, import.meta.url), 'utf8')

const styled: OddPage[] = [
  { name: 'utility classes', css: sheet('utility') },
  { name: 'reboot of all elements', css: sheet('reboot') },
  { name: 'everything !important', css: sheet('important') },
  { name: 'loud theme', css: sheet('loud') },
  { name: 'everything floats', css: sheet('floating') },
  { name: 'page of the nineties', css: sheet('legacy') },
  { name: 'all: unset on everything', css: '* { all: unset !important }' },
  { name: 'div hidden', css: 'div, section, a, button, img, dialog { display: none !important }' },
  { name: 'everything moves', css: '* { transition: all 9s !important; animation: none }' },
  { name: 'right to left', css: 'html { direction: rtl }' },
  { name: 'vertical writing', css: 'main { writing-mode: vertical-rl }' },
  {
    name: 'huge letters',
    css: 'html { font-size: 40px } body { line-height: 3; letter-spacing: 9px }'
  },
  { name: 'columns and grid', css: 'body { display: grid; columns: 2 }' }
]

const patched: OddPage[] = [
  {
    name: 'Array.prototype extended',
    script:
      'Array.prototype.last = function () { return this[this.length - 1] }; Array.prototype.each = Array.prototype.forEach'
  },
  {
    name: 'Object.prototype extended',
    script: 'Object.prototype.extend = function () { return this }'
  },
  {
    name: 'Object.prototype.get',
    script: 'Object.prototype.get = function () { return 1 }',
    isHopeless: ['login']
  },
  {
    name: 'toJSON on Object and String',
    script:
      'Object.prototype.toJSON = undefined; String.prototype.toJSON = function () { return "changed" }'
  },
  {
    name: 'old Prototype.js',
    script:
      'Function.prototype.bind = function (self) { const f = this, args = [].slice.call(arguments, 1); return function () { return f.apply(self, args.concat([].slice.call(arguments))) } }; Array.from = it => { const all = []; for (let i = 0; i < it.length; i++) all.push(it[i]); return all.length || !it[Symbol.iterator] ? all : [...it] }'
  },
  {
    name: 'frozen prototypes',
    script:
      'for (const it of [Object, Array, Function, Promise, String, Map, Set]) { Object.freeze(it.prototype); Object.freeze(it) }'
  },
  {
    name: 'Promise replaced',
    script: 'const Native = Promise; window.Promise = class extends Native {}'
  },
  {
    name: 'Symbol.iterator of NodeList replaced',
    script: 'NodeList.prototype[Symbol.iterator] = Array.prototype.values'
  },
  {
    name: 'fetch with another header',
    script:
      'const own = fetch; window.fetch = (input, init = {}) => { const headers = new Headers(init.headers); headers.set("traceparent", "00-1-1-01"); return own(input, { ...init, headers }) }'
  },
  {
    name: 'fetch that throws',
    script: 'window.fetch = () => { throw new TypeError("mocked") }',
    isHopeless: ['text ad', 'banner ad', 'sticky ad', 'marketplace', 'announcement', 'feedback']
  },
  {
    name: 'no fetch',
    script: 'delete window.fetch',
    isHopeless: ['text ad', 'banner ad', 'sticky ad', 'marketplace', 'announcement', 'feedback']
  },
  {
    name: 'addEventListener wrapped',
    script:
      'const own = EventTarget.prototype.addEventListener; EventTarget.prototype.addEventListener = function (type, listener, options) { return own.call(this, type, typeof listener === "function" ? function (event) { return listener.call(this, event) } : listener, options) }'
  },
  {
    name: 'timers wrapped',
    script:
      'for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"]) { const own = window[name]; window[name] = (run, ...rest) => own(function () { return run.apply(this, arguments) }, ...rest) }'
  },
  {
    name: 'customElements.define wrapped',
    script:
      'const own = customElements.define; CustomElementRegistry.prototype.define = function (...args) { return own.apply(this, args) }'
  },
  {
    name: 'customElements.define that throws',
    script: 'CustomElementRegistry.prototype.define = () => { throw new Error("no elements") }',
    isHopeless: Object.keys(drawnParts)
  },
  {
    name: 'attachShadow wrapped',
    script:
      'const own = Element.prototype.attachShadow; Element.prototype.attachShadow = function (init) { return own.call(this, { ...init }) }'
  },
  {
    name: 'attachShadow that throws',
    script: 'Element.prototype.attachShadow = () => { throw new Error("no shadow") }',
    isHopeless: Object.keys(drawnParts)
  },
  {
    name: 'createElement wrapped',
    script:
      'const own = Document.prototype.createElement; Document.prototype.createElement = function (name, options) { return own.call(this, String(name), options) }'
  },
  {
    name: 'no IntersectionObserver',
    script: 'delete window.IntersectionObserver',
    isHopeless: ['sticky ad']
  },
  { name: 'no ResizeObserver', script: 'delete window.ResizeObserver' },
  { name: 'no checkVisibility', script: 'delete Element.prototype.checkVisibility' },
  { name: 'no sendBeacon', script: 'delete Navigator.prototype.sendBeacon' },
  { name: 'no crypto.randomUUID', script: 'delete Crypto.prototype.randomUUID' },
  { name: 'URL replaced', script: 'const Own = URL; window.URL = class extends Own {}' },
  {
    name: 'another clock',
    script:
      'const Own = Date; window.Date = class extends Own { constructor(...args) { super(...(args.length ? args : [0])) } static now() { return 0 } }'
  },
  {
    name: 'names of globals taken',
    body: '<form name="fetch"></form><img alt="" name="mille"><form id="customElements"><input name="define"></form><a id="MilleAd"></a>'
  },
  { name: 'base elsewhere', head: '<base href="https://elsewhere.invalid/deep/">' },
  { name: 'quirks mode', doctype: '' },
  {
    name: 'console that throws',
    script:
      'for (const name of ["log", "warn", "error", "info"]) console[name] = () => { throw new Error("no console") }'
  }
]

export const oddPages: readonly OddPage[] = [...styled, ...patched]

const place = `display:block;position:static;float:none;box-sizing:content-box;inline-size:900px;max-inline-size:none;block-size:280px;
  margin:0;padding:0;border:0;overflow:visible;background:#fff;direction:ltr;writing-mode:horizontal-tb`
const important = `${place.replaceAll(';', ' !important;')} !important`

/**
 * Returns a page with all widgets, each in a container whose size no rule of the page changes. Widgets that fill their
 * container state their width.
 */
export function writePage({ origin }: Pick<DeliveryStandIn, 'origin'>, page: OddPage): string {
  const widgets = [
    '<mille-ad unit="text" size="300x250"></mille-ad>',
    '<mille-ad unit="banner" size="728x90"></mille-ad>',
    '<mille-ad unit="sticky"></mille-ad>',
    '<mille-marketplace style="width:600px !important"></mille-marketplace>',
    '<mille-announcement style="display:block !important;width:900px !important;max-inline-size:none !important"></mille-announcement>',
    '<mille-feedback token="a.b"></mille-feedback>',
    '<mille-chat></mille-chat>',
    '<mille-login popup="CREATE_ACCOUNT"></mille-login>'
  ]
  return `${page.doctype ?? '<!doctype html>'}<html lang="en"><head><meta charset="utf-8"><title>A page</title>
    <meta name="color-scheme" content="light">
    <script>window.uncaught = []
      for (const name of ['error', 'unhandledrejection'])
        addEventListener(name, it => uncaught.push(String(it.message || it.reason)))</script>
    <style>${page.css ?? ''}</style><script>{${page.script ?? ''}}</script>${page.head ?? ''}
    <script type="module" src="${origin}/embed/v1/mille.js"></script></head>
    <body><main><p id="own">The page's own words, <a href="/">a link</a>.</p></main>${page.body ?? ''}
    ${widgets.map(it => `<div style="${important}">${it}</div>`).join('\n')}</body></html>`
}
