import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { strictPage } from '../embed/embed-page.ts'
import { readHostPage } from '../embed/host-page.ts'
import {
  announcement,
  bannerDecision,
  DeliveryStandIn,
  HostSite,
  inlineBannerDecision,
  inlineColor,
  offers,
  textDecision,
  userDocument
} from '../embed/stand-in.ts'
import { type Engine, engines } from './engine.ts'

const network = new DeliveryStandIn()
const site = new HostSite()

beforeAll(async () => {
  await network.start()
  await site.start()
  network.offers = offers(3)
  network.decisions.set('1', textDecision('1'))
  network.decisions.set('2', await inlineBannerDecision('2', '300x250'))
  network.answers.set('GET /api/v1/announce/', { status: 200, body: announcement('warning') })
  network.answers.set('POST /api/v1/user/sign_in', { status: 200, body: userDocument() })
})
afterAll(async () => {
  await site.stop()
  await network.stop()
})

for (const [name, start] of Object.entries(engines)) {
  describe(name, () => {
    let engine: Engine
    beforeAll(async () => {
      engine = await start()
    })
    afterAll(() => engine?.stop())
    beforeEach(() => {
      network.seen.length = 0
      network.requests.length = 0
    })

    /** Waits inside the page, so that no message has to cross between two programs. */
    const until = (condition: string) =>
      engine.evaluate<boolean>(`new Promise((resolve, reject) => {
        const late = Date.now() + 10_000
        const look = () => {
          try { if (${condition}) return resolve(true) } catch (error) { if (Date.now() > late) return reject(error) }
          if (Date.now() > late) reject(new Error('never: ' + ${JSON.stringify(condition)}))
          else setTimeout(look, 50)
        }
        look()
      })`)
    const inside = (element: string, selector: string) =>
      `document.querySelector('${element}').shadowRoot.querySelector('${selector}')`

    test('an ad is filled, seen for a second and reported, on a bare page', async () => {
      site.pages.set('/bare', { html: await readHostPage('bare', network.origin, '1') })
      await engine.open(`${site.origin}/bare`)
      await until(inside('mille-ad', '.title'))
      await until(inside('mille-marketplace', 'a'))
      expect(
        await engine.evaluate(`(() => {
          const { width, height } = ${inside('mille-ad', '.ad')}.getBoundingClientRect()
          return { width, height, title: ${inside('mille-ad', '.title')}.textContent }
        })()`)
      ).toEqual({ width: 300, height: 250, title: 'Cold storage that you can read' })
      await expect
        .poll(() => network.seen.map(it => it.kind), { timeout: 10_000 })
        .toEqual(['rendered', 'viewable'])
    })

    test('a strict policy refuses nothing of any widget', async () => {
      const page = strictPage(
        network,
        `<mille-ad unit="1" size="300x250"></mille-ad><mille-ad id="banner" unit="2" size="300x250"></mille-ad><mille-announcement></mille-announcement>
          <mille-chat></mille-chat><mille-feedback token="a.b"></mille-feedback><mille-login></mille-login>
          <mille-marketplace></mille-marketplace>`
      )
      const nonce = /nonce="([^"]+)"/.exec(page.html)?.[1]
      const collect = `<script nonce="${nonce}">
        window.refused = []
        document.addEventListener('securitypolicyviolation', it => refused.push(it.violatedDirective + ' ' + it.blockedURI))
        addEventListener('error', it => refused.push(it.message))
        addEventListener('unhandledrejection', it => refused.push(String(it.reason)))</script>`
      network.pages.set('/strict', {
        ...page,
        html: page.html.replace('<title>', `${collect}<title>`)
      })
      await engine.open(`${network.origin}/strict`)
      await until(inside('mille-ad', '.title'))
      await until(inside('mille-announcement', 'section'))
      await until(inside('mille-feedback', 'a'))
      await until(inside('mille-chat', 'button'))
      await until(inside('mille-marketplace', 'a'))
      await engine.evaluate("void (location.hash = '#enter-access-code')")
      await until(inside('mille-login', 'dialog[open] input'))
      // A small banner comes with its decision if the engine can decode it, or else as a file.
      await expect
        .poll(() => network.seen)
        .toContainEqual({ kind: 'rendered', token: 'token-of-2' })
      const drawn = await engine.evaluate<number[] | null>(`(() => {
        const canvas = ${inside('#banner', 'canvas')}
        return canvas && [...canvas.getContext('2d').getImageData(150, 125, 1, 1).data]
      })()`)
      const isDrawn = await engine.evaluate('!!Uint8Array.fromBase64')
      if (isDrawn) expect(drawn).toEqual(inlineColor)
      else expect(drawn).toBeNull()
      const files = network.requests.filter(it => it.path.startsWith('/media/banners/'))
      expect(files).toHaveLength(isDrawn ? 0 : 1)
      expect(await engine.evaluate('refused')).toEqual([])
    })

    test('a dialog takes the focus and gives it back; signing in is known to every widget', async () => {
      network.pages.set('/own', {
        html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
          <script type="module" src="${network.origin}/embed/v1/mille.js"></script>
          <button id="opener">Open</button><mille-login></mille-login><mille-feedback></mille-feedback></html>`
      })
      await engine.open(`${network.origin}/own`)
      await until("customElements.get('mille-login')")
      await engine.evaluate("void document.querySelector('#opener').focus()")
      await engine.evaluate("void document.querySelector('mille-login').open('ENTER_ACCESS_POPUP')")
      await until(inside('mille-login', 'dialog[open] input'))
      await until(
        "document.querySelector('mille-login').shadowRoot.activeElement?.localName === 'input'"
      )
      await engine.evaluate(`void ${inside('mille-login', '.mille-close')}.click()`)
      await until(`!${inside('mille-login', 'dialog')}`)
      expect(await engine.evaluate('document.activeElement.id')).toBe('opener')

      await engine.evaluate("void (location.hash = '#!enter-access-code')")
      await until(inside('mille-login', 'dialog[open] input'))
      await engine.evaluate(`(() => {
        const input = ${inside('mille-login', 'input')}
        input.value = 'CODE'
        input.dispatchEvent(new Event('input', { bubbles: true }))
      })()`)
      await engine.evaluate(`void ${inside('mille-login', '[type=submit]')}.click()`)
      await until(inside('mille-feedback', 'a'))
      expect(await engine.evaluate('location.hash')).toBe('')
    })

    test('a hostile page and the embeds leave each other alone', async () => {
      const hostile = await readHostPage('hostile', network.origin, '1')
      const own = `(() => {
        const { color, display, position, fontSize, letterSpacing } = getComputedStyle(document.querySelector('p'))
        return { color, display, position, fontSize, letterSpacing }
      })()`
      const embeds = `[...document.querySelector('mille-ad').shadowRoot.querySelectorAll('.frame, .creative, .title, .body, .domain'),
        ...document.querySelector('mille-marketplace').shadowRoot.querySelectorAll('.mille-offer-name, .mille-offer-price')]
        .map(it => {
          const { color, backgroundColor, display, fontSize, fontFamily, letterSpacing, visibility } = getComputedStyle(it)
          return { color, backgroundColor, display, fontSize, fontFamily, letterSpacing, visibility, height: it.getBoundingClientRect().height.toFixed(2) }
        })`
      const pages = {
        without: hostile.replaceAll(/<script.*<\/script>/g, ''),
        bare: (await readHostPage('bare', network.origin, '1')).replace(
          '<head>',
          '<head><meta name="color-scheme" content="light">'
        ),
        hostile
      }
      for (const [path, html] of Object.entries(pages)) site.pages.set(`/${path}`, { html })
      const drawn = async (path: string) => {
        await engine.open(`${site.origin}/${path}`)
        await until(inside('mille-ad', '.title'))
        await until(inside('mille-marketplace', 'a.mille-offer'))
      }
      await engine.open(`${site.origin}/without`)
      const before = await engine.evaluate(own)
      await drawn('bare')
      const friendly = await engine.evaluate(embeds)
      await drawn('hostile')
      expect(await engine.evaluate(embeds)).toEqual(friendly)
      expect(await engine.evaluate(own)).toEqual(before)
    })

    test('an adaptive ad says its room, and a banner is drawn at its size', async () => {
      network.decisions.set('banner', bannerDecision('banner', '120x60', { size: 'Adaptive' }))
      site.pages.set('/adaptive', {
        html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
          <script type="module" src="${network.origin}/embed/v1/ad.js"></script>
          <mille-ad unit="banner" style="display:block;width:300px;height:90px"></mille-ad></html>`
      })
      await engine.open(`${site.origin}/adaptive`)
      await until(`${inside('mille-ad', 'img')}.complete`)
      const sizeOf = (selector: string) =>
        engine.evaluate(`(() => {
          const { width, height } = ${inside('mille-ad', selector)}.getBoundingClientRect()
          return { width, height }
        })()`)
      expect(await sizeOf('img')).toEqual({ width: 120, height: 60 })
      expect(await sizeOf('.creative')).toEqual({ width: 120, height: 60 })
      const asked = network.requests.filter(it => it.path === '/serve/units/banner')
      expect(asked.at(-1)?.address).toMatch(/\?width=300&height=90&screen=\d+$/)
    })

    test('a sticky ad leaves a transformed ancestor, and makes way for the focus and a modal', async () => {
      const sticky = { size: 'Adaptive', position: 'sticky', stickySide: 'footer' } as const
      network.decisions.set('sticky', textDecision('sticky', sticky))
      site.pages.set('/sticky', {
        html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
          <script type="module" src="${network.origin}/embed/v1/ad.js"></script>
          <main style="transform:translateX(0)">${'<p><a href="#1">A link</a></p>'.repeat(60)}
          <mille-ad unit="sticky"></mille-ad></main>
          <div aria-modal="true" style="display:none">Words</div></html>`
      })
      await engine.open(`${site.origin}/sticky`)
      const box = "document.querySelector('mille-room').shadowRoot.querySelector('.ad')"
      await until(`${box}.getBoundingClientRect().bottom === innerHeight`)
      const covered = await engine.evaluate<number[]>(`(async () => {
        const found = []
        const frames = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        for (const [index, link] of document.querySelectorAll('a').entries()) {
          link.focus()
          await frames()
          const { left, top, width, height } = link.getBoundingClientRect()
          if (document.elementFromPoint(left + width / 2, top + height / 2) !== link) found.push(index)
        }
        return found
      })()`)
      expect(covered).toEqual([])
      await engine.evaluate("void (document.querySelector('[aria-modal]').style.display = 'block')")
      await until(`${box}.getClientRects().length === 0`)
      await engine.evaluate("void (document.querySelector('[aria-modal]').style.display = 'none')")
      await until(`${box}.getClientRects().length === 1`)
      await engine.evaluate(`void ${box}.querySelector('.close').click()`)
      await until("document.querySelector('mille-ad').hasAttribute('closed')")
      expect(await engine.evaluate('document.adoptedStyleSheets.length')).toBe(0)
    })

    test('20 times mounted and unmounted, nothing is left in the page', async () => {
      site.pages.set('/empty', {
        html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
          <script type="module" src="${network.origin}/embed/v1/mille.js"></script><div id="place"></div></html>`
      })
      await engine.open(`${site.origin}/empty`)
      const left = await engine.evaluate(`(async () => {
        const place = document.querySelector('#place')
        const uncaught = []
        addEventListener('error', it => uncaught.push(it.message))
        addEventListener('unhandledrejection', it => uncaught.push(String(it.reason)))
        const keys = Reflect.ownKeys(window).length
        for (let index = 0; index < 20; index += 1) {
          for (const name of ['ad', 'announcement', 'chat', 'feedback', 'login', 'marketplace']) {
            const widget = document.createElement('mille-' + name)
            widget.setAttribute('unit', '1')
            widget.setAttribute('token', 'a.b')
            widget.setAttribute('popup', 'CREATE_ACCOUNT')
            place.append(widget)
          }
          await new Promise(resolve => setTimeout(resolve, index % 2 ? 60 : 0))
          place.replaceChildren()
        }
        await new Promise(resolve => setTimeout(resolve, 300))
        return { uncaught, keys: Reflect.ownKeys(window).length - keys, children: document.body.childElementCount, style: document.body.getAttribute('style') }
      })()`)
      // One more key on `window`: the registry that all embeds share.
      expect(left).toEqual({ uncaught: [], keys: 1, children: 1, style: null })
    })
  })
}
