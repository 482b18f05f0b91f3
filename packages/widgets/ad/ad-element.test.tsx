import type { Decision } from '@mille/api/delivery/protocol.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registry } from '../shared/registry.ts'
import { AdElement } from './ad-element.ts'
import { documentation } from './explain.ts'
import { FakeObserver, theObserver, useFakeObserver } from './fake-observer.ts'

const send = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>()
const decisions = new Map<string, { status: number; body: unknown }>()

const filled: Decision = {
  filled: true,
  unit: '1',
  size: '300x250',
  position: 'fixed',
  stickySide: 'header',
  colors: { title: '#112233' },
  look: 'card',
  font: 'own',
  label: 'Anzeige',
  creative: {
    kind: 'text',
    title: 'A title',
    text: 'A text',
    domain: 'advertiser.example',
    action: 'Learn more',
    lang: 'en'
  },
  token: 'a token',
  clickUrl: 'https://network.example/serve/click/a',
  aboutUrl: 'https://network.example/about-ad?creative=1&unit=1',
  detail: { size: '300x250', creative: '1', campaign: '7' }
}
const unknown = {
  ...filled,
  filled: false,
  unit: '404',
  reason: 'unit_unknown',
  detail: { reason: 'unit_unknown' },
  extras: true,
  creative: undefined,
  clickUrl: undefined
}

if (!customElements.get('mille-ad')) customElements.define('mille-ad', AdElement)

/** Aborts the listeners on the page, which other test files share. */
let listening: AbortController

beforeEach(() => {
  listening = new AbortController()
  vi.useFakeTimers()
  useFakeObserver()
  vi.stubGlobal('fetch', send)
  send.mockReset()
  send.mockImplementation(async (url, init) => {
    if (init?.method === 'POST') return new Response(null, { status: 204 })
    const answer = decisions.get(new URL(url).pathname.split('/').at(-1) ?? '')
    if (!answer) throw new TypeError('Failed to fetch')
    return Response.json(answer.body, { status: answer.status })
  })
  // Clears the registry, so that a warning from another test does not suppress one here.
  for (const key of Object.keys(registry)) Reflect.deleteProperty(registry, key)
  decisions.clear()
  decisions.set('1', { status: 200, body: filled })
  decisions.set('404', { status: 404, body: unknown })
})

afterEach(async () => {
  listening.abort()
  document.body.replaceChildren()
  await settle()
  vi.useRealTimers()
})

test('shows its ad, and tells the page and the network what was seen', async () => {
  const heard = listen()
  const ad = await show('<mille-ad unit="1" server="https://network.example"></mille-ad>')
  expect(heard).toEqual(['filled'])
  expect(ad.outerHTML).toBe('<mille-ad unit="1" server="https://network.example"></mille-ad>')
  const link = ad.shadowRoot?.querySelector('a')
  expect(link?.href).toBe('https://network.example/serve/click/a')
  expect(link?.target).toBe('_blank')
  expect(link?.rel).toBe('sponsored noopener')
  expect(ad.shadowRoot?.querySelector('[role=group]')?.ariaLabel).toBe('Anzeige')
  expect(seenKinds()).toEqual(['rendered'])

  theObserver().report(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard).toEqual(['filled', 'viewable'])
  expect(seenKinds()).toEqual(['rendered', 'viewable'])
})

test('asks for receipts where the page wants them, and hands them to it', async () => {
  const receipts: unknown[] = []
  document.body.addEventListener(
    'mille-ad:viewable',
    event => {
      receipts.push(event.detail.receipt)
    },
    listening
  )
  send.mockImplementation(async (_, init) => {
    if (!init?.method) return Response.json(filled)
    const report = JSON.parse(String(init.body)) as { kind: string; receipt?: string }
    const isAsked = report.kind === 'viewable' && report.receipt === ''
    return isAsked ? new Response('a receipt') : new Response(null, { status: 204 })
  })
  for (const attribute of ['', 'receipts']) {
    await show(`<mille-ad unit="1" server="https://network.example" ${attribute}></mille-ad>`)
    theObserver().report(1)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(await Promise.all(receipts)).toEqual(['', 'a receipt'])
})

test('attributes go before the settings of the unit', async () => {
  const ad = await show(
    '<mille-ad unit="1" server="https://network.example" size="320x100" position="sticky" sticky-side="footer" color-title-hover="red"></mille-ad>'
  )
  const box = ad.shadowRoot?.firstElementChild as HTMLElement
  const frame = box.firstElementChild as HTMLElement
  expect(box.className).toBe('ad sticky footer')
  expect(box.style.width).toBe('320px')
  expect(frame.style.getPropertyValue('--title')).toBe('#112233')
  expect(frame.style.getPropertyValue('--title_hover')).toBe('red')
})

test('no attribute changes what says that it is an ad', async () => {
  const ad = await show(
    '<mille-ad unit="1" server="https://network.example" label="Our pick"></mille-ad>'
  )
  expect(ad.shadowRoot?.querySelector('[role=group]')?.ariaLabel).toBe('Anzeige')
  expect(ad.shadowRoot?.querySelector('.label')?.textContent).toBe('Anzeige')
})

test('the close button of a sticky ad removes that ad alone, with all that it watches', async () => {
  const ad = await show(
    '<mille-ad unit="1" server="https://network.example" position="sticky"></mille-ad>'
  )
  ad.shadowRoot?.querySelector('button')?.click()
  expect(ad.shadowRoot?.querySelector('.ad')).toBeNull()
  expect(ad.isConnected).toBe(true)
  expect(ad.hasAttribute('closed')).toBe(true)
  expect(FakeObserver.all.size).toBe(0)
})

test.each(['https://network.example/', 'https://network.example/x', 'HTTPS://network.example:443'])(
  'asks the network whose address is written as %s',
  async server => {
    await show(`<mille-ad unit="1" server="${server}"></mille-ad>`)
    expect(send.mock.calls[0]?.[0]).toMatch(/^https:\/\/network\.example\/serve\/units\/1\?/)
  }
)

test('a server that is not an address is an error and sends no request', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const heard = listen()
  await show('<mille-ad unit="1" server="https://"></mille-ad>')
  expect(heard).toEqual(['error server_invalid'])
  expect(warn.mock.calls).toEqual([
    [
      `mille-ad 1 shows no ad: the attribute "server" is not an address. ${documentation}#server_invalid`
    ]
  ])
  expect(send).not.toHaveBeenCalled()
})

test('ten ads of an unknown unit stay empty at their size and say why once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const heard = listen()
  const ad = await show(
    '<mille-ad unit="404" server="https://network.example" size="728x90"></mille-ad>'.repeat(10)
  )
  expect(heard).toEqual(Array(10).fill('empty unit_unknown'))
  expect(warn.mock.calls).toEqual([
    [`mille-ad 404 is empty: unit_unknown. ${documentation}#unit_unknown`]
  ])
  const box = ad.shadowRoot?.firstElementChild as HTMLElement
  expect(box.style.height).toBe('90px')
  expect(box.childElementCount).toBe(0)
})

test.each([
  { what: 'no network', answer: undefined, reason: 'network' },
  { what: 'an error document', answer: { status: 500, body: { errors: [] } }, reason: 'answer' },
  { what: 'null', answer: { status: 200, body: null }, reason: 'answer' }
])('$what is an error with its reason, and one line in the console', async ({ answer, reason }) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  if (answer) decisions.set('2', answer)
  const heard = listen()
  await show('<mille-ad unit="2" server="https://network.example"></mille-ad>'.repeat(2))
  await showWhyNot()
  expect(heard).toEqual([`error ${reason}`, `error ${reason}`])
  expect(warn).toHaveBeenCalledOnce()
})

test.each(['', 'unit', 'unit="#2"'])(
  'an element with the attribute "%s" is an error that names it, and asks for no ad',
  async attribute => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const heard = listen()
    await show(`<mille-ad ${attribute} server="https://network.example"></mille-ad>`)
    expect(heard).toEqual(['error unit_missing'])
    expect(warn.mock.calls.join()).toContain(`${documentation}#unit_missing`)
    expect(send.mock.calls.filter(([url]) => /units\/[^#]/.test(url))).toEqual([])
  }
)

test('an ad that the network did not answer is asked for again when the browser is back online', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const ad = await show('<mille-ad unit="5" server="https://network.example"></mille-ad>')
  await showWhyNot()
  decisions.set('5', { status: 200, body: filled })
  dispatchEvent(new Event('online'))
  await settle()
  expect(ad.shadowRoot?.querySelector('a')).not.toBeNull()
  send.mockClear()
  dispatchEvent(new Event('online'))
  await settle()
  expect(asked()).toEqual([])
})

test('a banner is rendered when its picture is there; a picture that is not there leaves an empty place', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const creative = { kind: 'banner', title: 'A', source: 'data:,', width: 300, height: 250 }
  decisions.set('3', { status: 200, body: { ...filled, creative } })
  const heard = listen()
  const ad = await show('<mille-ad unit="3" server="https://network.example"></mille-ad>')
  const picture = ad.shadowRoot?.querySelector('img')
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  expect(seenKinds()).toEqual([])
  picture?.dispatchEvent(new Event('load'))
  expect(seenKinds()).toEqual(['rendered'])

  const other = await show('<mille-ad unit="3" server="https://network.example"></mille-ad>')
  other.shadowRoot?.querySelector('img')?.dispatchEvent(new Event('error'))
  await showWhyNot()
  expect(heard).toEqual(['filled', 'filled', 'error picture'])
  expect(other.shadowRoot?.querySelector('a')).toBeNull()
})

test('the banner of a house ad is shown and never reported; without its picture the place is empty', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const creative = { kind: 'banner', title: 'Ours', source: 'data:,', width: 300, height: 250 }
  const { token, aboutUrl, ...place } = filled
  const house = {
    filled: false,
    reason: 'no_campaign',
    creative,
    clickUrl: 'https://blog.example/'
  }
  decisions.set('4', { status: 200, body: { ...place, ...house } })
  const heard = listen()
  const ad = await show('<mille-ad unit="4" server="https://network.example"></mille-ad>')
  const root = ad.shadowRoot
  expect(root?.querySelector('a')?.href).toBe('https://blog.example/')
  expect(root?.querySelector('[role=group]')?.ariaLabel).toBe('Anzeige')
  expect(root?.querySelector('.label')).toBeNull()
  root?.querySelector('img')?.dispatchEvent(new Event('load'))
  root?.querySelector('a')?.dispatchEvent(new Event('click', { cancelable: true }))
  expect(heard).toEqual(['empty'])
  expect(seenKinds()).toEqual([])

  root?.querySelector('img')?.dispatchEvent(new Event('error'))
  await showWhyNot()
  expect(heard).toEqual(['empty', 'error picture'])
  expect(root?.querySelector('a')).toBeNull()
})

test('another unit is another ad; several changes in one task are one', async () => {
  const ad = await show('<mille-ad unit="1" server="https://network.example"></mille-ad>')
  decisions.set('9', { status: 200, body: { ...filled, unit: '9' } })
  send.mockClear()
  ad.setAttribute('unit', '404')
  ad.setAttribute('unit', '9')
  await settle()
  expect(asked()).toEqual(['/serve/units/9'])
})

test('removed it leaves nothing, moved back it shows an ad again', async () => {
  const ad = await show('<mille-ad unit="1" server="https://network.example"></mille-ad>')
  theObserver().report(1)
  ad.remove()
  await settle()
  expect(FakeObserver.all.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
  expect(ad.shadowRoot?.childElementCount).toBe(0)

  document.body.append(ad)
  await settle()
  expect(ad.shadowRoot?.querySelector('a')).not.toBeNull()
})

test('a lazy ad waits until it is nearly on screen', async () => {
  await show('<mille-ad unit="1" lazy server="https://network.example"></mille-ad>')
  expect(asked()).toEqual([])
  theObserver().report(0.01)
  await settle()
  expect(asked()).toEqual(['/serve/units/1'])
})

async function show(html: string): Promise<AdElement> {
  document.body.innerHTML = html
  await settle()
  const ad = document.querySelector('mille-ad')
  if (!ad) throw new Error('no ad in the page')
  return ad
}

/** Waits long enough for a decision to be requested, read and drawn. */
async function settle() {
  await vi.advanceTimersByTimeAsync(1)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(1)
}

/** Waits for a failed request to be repeated, which shows whether the page's content security policy forbids it. */
async function showWhyNot() {
  await vi.advanceTimersByTimeAsync(200)
  await settle()
}

function listen(): string[] {
  const heard: string[] = []
  for (const name of ['filled', 'viewable', 'empty', 'error']) {
    document.body.addEventListener(
      `mille-ad:${name}`,
      event => {
        const { reason } = (event as CustomEvent<{ reason?: string }>).detail
        heard.push(reason ? `${name} ${reason}` : name)
      },
      listening
    )
  }
  return heard
}

function seenKinds(): string[] {
  const bodies = send.mock.calls.flatMap(([, init]) =>
    typeof init?.body === 'string' ? [init.body] : []
  )
  return bodies.map(body => (JSON.parse(body) as { kind: string }).kind)
}

function asked(): string[] {
  return send.mock.calls.filter(([, init]) => !init?.method).map(([url]) => new URL(url).pathname)
}

test('takes no room where the publisher wants none without a campaign, until there is one', async () => {
  const { creative, token, clickUrl, ...empty } = filled
  const none = { ...empty, filled: false, reason: 'no_campaign', collapse: true, extras: true }
  decisions.set('1', { status: 200, body: none })
  const below = vi
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue({ top: innerHeight + 1 } as DOMRect)
  const ad = await show('<mille-ad unit="1" server="https://network.example"></mille-ad>')
  expect(ad.hasAttribute('collapsed')).toBe(true)
  below.mockReturnValue({ top: innerHeight - 1 } as DOMRect)
  ad.refresh()
  await settle()
  expect(ad.hasAttribute('collapsed')).toBe(false)
})

test('a size, theme or color that the page sets later gives another ad', async () => {
  const heard = listen()
  const ad = await show('<mille-ad unit="1" server="https://network.example"></mille-ad>')
  for (const [name, value] of Object.entries({
    size: '300x250',
    theme: 'dark',
    'color-title-hover': '#ff0000'
  })) {
    ad.setAttribute(name, value)
    await settle()
  }
  expect(heard).toEqual(['filled', 'filled', 'filled', 'filled'])
  const box = ad.shadowRoot?.querySelector<HTMLElement>('.ad')
  expect(box?.style.colorScheme).toBe('dark')
  const frame = box?.querySelector<HTMLElement>('.frame')
  expect(frame?.style.getPropertyValue('--title_hover')).toBe('#ff0000')
  expect(frame?.style.getPropertyValue('--title')).toBe('#112233')
})

test('says which ad it shows', async () => {
  const details: unknown[] = []
  document.body.addEventListener('mille-ad:filled', it => details.push(it.detail), listening)
  await show('<mille-ad unit="1" server="https://network.example"></mille-ad>')
  expect(details).toEqual([{ unit: '1', size: '300x250', creative: '1', campaign: '7' }])
})

test('an attribute that is set to what it is asks for nothing', async () => {
  const ad = await show('<mille-ad unit="1" server="https://network.example"></mille-ad>')
  send.mockClear()
  for (let count = 0; count < 10; count++) ad.setAttribute('unit', '1')
  await settle()
  expect(asked()).toEqual([])
})

test('moved within its page, an ad stays and asks for nothing', async () => {
  const ad = await show('<mille-ad unit="1" server="https://network.example"></mille-ad>')
  const drawn = ad.shadowRoot?.firstElementChild
  send.mockClear()
  const place = document.createElement('section')
  document.body.append(place)
  place.append(ad)
  await settle()
  expect(ad.shadowRoot?.firstElementChild).toBe(drawn)
  expect(asked()).toEqual([])
  ad.remove()
  await settle()
  expect(ad.shadowRoot?.childElementCount).toBe(0)
})

test('another ad comes after half a minute, or at another address of the page', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000)
  const ad = await show('<mille-ad unit="1" server="https://network.example"></mille-ad>')
  const askAgain = async () => {
    send.mockClear()
    ad.refresh()
    await settle()
    return asked().length
  }
  now.mockReturnValue(30_999)
  expect(await askAgain()).toBe(0)
  now.mockReturnValue(31_001)
  expect(await askAgain()).toBe(1)
  expect(await askAgain()).toBe(0)
  history.pushState(null, '', '?page=2')
  expect(await askAgain()).toBe(1)
})

test.each([
  ['filled without an ad', { ...filled, creative: undefined }],
  ['words', 'words'],
  ['a number', 7]
])('an answer that is %s is an error, and nothing is thrown', async (_, body) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  decisions.set('1', { status: 200, body })
  const heard = listen()
  await show('<mille-ad unit="1" server="https://network.example" size="300x250"></mille-ad>')
  expect(heard).toEqual(['error answer'])
})

test('a page whose fetch throws at once has an empty ad and an error', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  send.mockImplementation(() => {
    throw new Error('no network in this page')
  })
  const heard = listen()
  await show('<mille-ad unit="1" server="https://network.example"></mille-ad>')
  await showWhyNot()
  expect(heard).toEqual(['error network'])
})
