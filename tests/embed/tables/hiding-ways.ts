/** What is reported of an ad on such a page: no view, a view with evidence against it, or a plain view. */
export type Outcome = 'no view' | 'covered' | 'shrunken' | 'viewed'
export type EngineName = 'Chromium' | 'Firefox' | 'WebKit'

export type Treatment = {
  what: string
  /** `hidden`: no person sees the ad. `honest`: pages do this without meaning any harm. */
  kind: 'hidden' | 'honest'
  /** The HTML of the page's body; its ad has unit 1. */
  html: string
  /** The expected outcome in all engines, or in each engine. */
  expected: Outcome | Record<EngineName, Outcome>
}

const ad = '<mille-ad unit="1" size="300x250"></mille-ad>'
const other = '<mille-ad unit="2" size="300x250" style="position:absolute;top:0;left:0"></mille-ad>'
const within = (style: string, content = ad) =>
  `<div style="width:300px;height:250px;${style}">${content}</div>`
const over = (style: string) => `${ad}<div style="position:fixed;inset:0;z-index:9;${style}"></div>`
const inFrame = (style: string, around = '') =>
  `<iframe src="/frame" width="300" height="250" style="border:0;${style}"></iframe>${around}`
const onlyChromium = (seen: Outcome) =>
  ({ Chromium: seen, Firefox: 'viewed', WebKit: 'viewed' }) as const

export const treatments: readonly Treatment[] = [
  { what: 'nothing', kind: 'honest', html: ad, expected: 'viewed' },
  // Ads that no person sees and that no browser takes for seen.
  { what: 'opacity: 0', kind: 'hidden', html: within('opacity:0'), expected: 'no view' },
  {
    what: 'visibility: hidden',
    kind: 'hidden',
    html: within('visibility:hidden'),
    expected: 'no view'
  },
  {
    what: 'content-visibility: hidden',
    kind: 'hidden',
    html: within('content-visibility:hidden'),
    expected: 'no view'
  },
  {
    what: 'a box of one pixel that cuts it off',
    kind: 'hidden',
    html: within('width:1px;height:1px;overflow:hidden'),
    expected: 'no view'
  },
  {
    what: 'a place left of the screen',
    kind: 'hidden',
    html: within('position:absolute;left:-9999px'),
    expected: 'no view'
  },
  {
    what: 'a place below the fold',
    kind: 'hidden',
    html: within('margin-top:3000px'),
    expected: 'no view'
  },
  {
    what: 'a frame of one pixel',
    kind: 'hidden',
    html: '<iframe src="/frame" width="1" height="1" style="border:0"></iframe>',
    expected: 'no view'
  },
  // Ways of hiding an ad that all used to be paid for.
  {
    what: 'opacity: 0.01',
    kind: 'hidden',
    html: within('opacity:0.01'),
    expected: onlyChromium('covered')
  },
  {
    what: 'filter: opacity(0)',
    kind: 'hidden',
    html: within('filter:opacity(0)'),
    expected: onlyChromium('covered')
  },
  {
    what: 'filter: blur(30px)',
    kind: 'hidden',
    html: within('filter:blur(30px)'),
    expected: onlyChromium('covered')
  },
  {
    what: 'filter: brightness(0)',
    kind: 'hidden',
    html: within('filter:brightness(0)'),
    expected: onlyChromium('covered')
  },
  {
    what: 'a transparent mask',
    kind: 'hidden',
    html: within('mask-image:linear-gradient(transparent,transparent)'),
    expected: 'viewed'
  },
  {
    what: 'an opaque box over it',
    kind: 'hidden',
    html: over('background:white'),
    expected: onlyChromium('covered')
  },
  {
    what: 'an opaque box over it that lets clicks through',
    kind: 'hidden',
    html: over('background:white;pointer-events:none'),
    expected: onlyChromium('covered')
  },
  {
    what: 'a modal dialog over it',
    kind: 'hidden',
    html: `${ad}<dialog style="width:100vw;height:100vh;max-width:none;max-height:none">Words</dialog>
      <script>document.querySelector('dialog').showModal()</script>`,
    expected: onlyChromium('covered')
  },
  {
    what: 'another ad on top of it',
    kind: 'hidden',
    html: `<mille-ad unit="1" size="300x250" style="position:absolute;top:0;left:0"></mille-ad>${other}`,
    expected: onlyChromium('covered')
  },
  {
    what: 'transform: scale(0.01)',
    kind: 'hidden',
    html: within('transform:scale(0.01)'),
    expected: 'no view'
  },
  {
    what: 'transform: scale(0.2)',
    kind: 'hidden',
    html: within('transform:scale(0.2)'),
    expected: { Chromium: 'covered', Firefox: 'shrunken', WebKit: 'shrunken' }
  },
  {
    what: 'zoom: 0.01',
    kind: 'hidden',
    html: within('zoom:0.01'),
    expected: { Chromium: 'no view', Firefox: 'no view', WebKit: 'viewed' }
  },
  {
    what: 'zoom: 0.2',
    kind: 'hidden',
    html: within('zoom:0.2'),
    expected: { Chromium: 'shrunken', Firefox: 'shrunken', WebKit: 'viewed' }
  },
  {
    what: 'rotateY(89.9deg)',
    kind: 'hidden',
    html: within('transform:rotateY(89.9deg)'),
    expected: 'no view'
  },
  {
    what: 'clip-path: inset(100%)',
    kind: 'hidden',
    html: within('clip-path:inset(100%)'),
    expected: { Chromium: 'no view', Firefox: 'viewed', WebKit: 'viewed' }
  },
  {
    what: 'clip: rect(0, 0, 0, 0)',
    kind: 'hidden',
    html: within('position:absolute;clip:rect(0,0,0,0)'),
    expected: { Chromium: 'no view', Firefox: 'viewed', WebKit: 'viewed' }
  },
  {
    what: 'a frame of opacity 0',
    kind: 'hidden',
    html: inFrame('opacity:0'),
    expected: onlyChromium('covered')
  },
  {
    what: 'a frame with a box over it',
    kind: 'hidden',
    html: inFrame('', '<div style="position:fixed;inset:0;background:white"></div>'),
    expected: onlyChromium('covered')
  },
  {
    what: 'a frame of scale(0.01)',
    kind: 'hidden',
    html: inFrame('transform:scale(0.01)'),
    expected: onlyChromium('covered')
  },
  {
    what: 'two frames in one place',
    kind: 'hidden',
    html: inFrame(
      'position:absolute;top:0;left:0',
      '<iframe src="/other" width="300" height="250" style="border:0;position:absolute;top:0;left:0"></iframe>'
    ),
    expected: onlyChromium('covered')
  },
  {
    what: 'all of its colors transparent',
    kind: 'hidden',
    html: `<mille-ad unit="1" size="300x250" ${['background', 'title', 'text', 'link'].map(it => `color-${it}="transparent"`).join(' ')}></mille-ad>`,
    expected: 'viewed'
  },
  {
    what: 'size="1x1" for a unit of 300x250',
    kind: 'hidden',
    html: '<mille-ad unit="1" size="1x1"></mille-ad>',
    expected: 'shrunken'
  },
  // Honest pages: each of their views has to be paid for.
  {
    what: 'opacity: 0.6',
    kind: 'honest',
    html: within('opacity:0.6'),
    expected: onlyChromium('covered')
  },
  {
    what: 'rotate(1deg)',
    kind: 'honest',
    html: within('transform:rotate(1deg)'),
    expected: onlyChromium('covered')
  },
  {
    what: 'a cookie bar over a fifth of it',
    kind: 'honest',
    html: `${within('')}<div style="position:absolute;top:200px;left:0;width:300px;height:50px;background:white">Cookies</div>`,
    expected: onlyChromium('covered')
  },
  {
    what: 'a transparent overlay',
    kind: 'honest',
    html: over('background:transparent'),
    expected: onlyChromium('covered')
  },
  {
    what: 'a dark mode by filter: invert(1)',
    kind: 'honest',
    html: within('filter:invert(1)'),
    expected: onlyChromium('covered')
  }
]
