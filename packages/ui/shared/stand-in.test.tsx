import { setTimeout } from 'node:timers/promises'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Button } from '../button/button.tsx'
import { type Later, later } from './later.ts'
import { StandIn, type TriggerRef, useStandIn } from './stand-in.tsx'

const onOpen = vi.fn()

type PartProps = { triggerRef: TriggerRef }

const Part = ({ triggerRef }: PartProps) => (
  <button type="button" ref={triggerRef} onClick={onOpen}>
    Real
  </button>
)

function Menu({ part }: { part: Later<typeof Part> }) {
  const { real: Real, ref, press } = useStandIn(part)
  if (Real) return <Real triggerRef={ref} />
  return <StandIn trigger={<Button>First</Button>} popup="menu" triggerRef={ref} onPress={press} />
}

/** Renders a menu whose code loads, or fails to load, when the test says so. */
function show() {
  const fetches: Array<PromiseWithResolvers<typeof Part>> = []
  const part = later(() => {
    const fetching = Promise.withResolvers<typeof Part>()
    fetches.push(fetching)
    return fetching.promise
  })
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  root.render(<Menu part={part} />)
  const button = (name: string) =>
    vi.waitFor(() => {
      const found = host.querySelector('button')
      if (found?.textContent !== name) throw new Error(`the button is ${found?.textContent}`)
      return found
    })
  return { fetches, button, end: () => root.unmount() }
}

test('pressed before its code is there, it opens once it is', async () => {
  const { fetches, button, end } = show()
  const first = await button('First')
  expect(first.getAttribute('aria-haspopup')).toBe('menu')
  first.click()
  await vi.waitFor(() => expect(fetches).toHaveLength(1))
  expect(onOpen).not.toHaveBeenCalled()
  fetches[0]?.resolve(Part)
  await button('Real')
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledOnce())
  end()
})

test('not pressed, its code comes by itself, opens nothing, and leaves the focus where it is', async () => {
  onOpen.mockClear()
  const { fetches, button, end } = show()
  const first = await button('First')
  first.focus()
  await vi.waitFor(() => expect(fetches).toHaveLength(1))
  fetches[0]?.resolve(Part)
  const real = await button('Real')
  await vi.waitFor(() => expect(document.activeElement).toBe(real))
  expect(onOpen).not.toHaveBeenCalled()
  end()
})

test('code that comes between the two halves of a press does not lose the press', async () => {
  onOpen.mockClear()
  const { fetches, button, end } = show()
  const first = await button('First')
  first.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  await vi.waitFor(() => expect(fetches).toHaveLength(1))
  fetches[0]?.resolve(Part)
  await setTimeout(50)
  expect(await button('First')).toBe(first)
  first.dispatchEvent(new Event('pointerup', { bubbles: true }))
  first.click()
  await button('Real')
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledOnce())
  end()
})

test('code that could not be had is asked for again', async () => {
  const load = vi.fn(async () => 'part')
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const part = later(load)
  await part.load()
  expect(part.get()).toBe(null)
  await part.load()
  expect(part.get()).toBe('part')
  await part.load()
  expect(load).toHaveBeenCalledTimes(2)
})
