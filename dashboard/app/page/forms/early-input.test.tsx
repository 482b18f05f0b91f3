import { later } from '@mille/ui/shared/later.ts'
import { StandIn, type TriggerRef, useStandIn } from '@mille/ui/shared/stand-in.tsx'
import { Suspense, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { lazyPart } from '../loads/lazy-part.ts'
import { earlyInputScript, replayEarlyInput } from './early-input.ts'

function Page() {
  const [code, setCode] = useState('')
  useEffect(replayEarlyInput, [])
  return (
    <form>
      <input value={code} onInput={event => setCode(event.currentTarget.value)} />
      <output>{code}</output>
    </form>
  )
}

const isTaken = (field: Element) => Object.keys(field).some(it => it.startsWith('__reactProps'))
const turn = () => new Promise(done => setImmediate(done))

test.each([
  ['before', () => true],
  // The moment after React has rendered the page and before its effects have run.
  ['while', isTaken]
])('what is typed %s React takes the page over stays', async (_, isTime) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(<Page />)
  const field = place.querySelector('input')
  if (!field) throw new Error('it is drawn')
  const root = hydrateRoot(place, <Page />)
  while (!isTime(field)) await turn()
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, '82W4-PTKF')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await expect.poll(() => place.querySelector('output')?.textContent).toBe('82W4-PTKF')
  await new Promise(done => setTimeout(done, 50))
  expect(field.value).toBe('82W4-PTKF')
  expect(place.querySelector('output')?.textContent).toBe('82W4-PTKF')
  root.unmount()
  place.remove()
})

test.each([
  ['radio', 'b'],
  ['checkbox', 'a']
])('a %s that is pressed before React takes the page over is chosen', async (type, pressed) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(<Choice type={type} />)
  const choose = (value: string) => place.querySelector<HTMLInputElement>(`[value=${value}]`)
  choose(pressed)?.click()
  const root = hydrateRoot(place, <Choice type={type} />)
  const chosen = type === 'radio' ? 'b' : 'none'
  await expect.poll(() => place.querySelector('output')?.textContent).toBe(chosen)
  await new Promise(done => setTimeout(done, 50))
  expect(place.querySelector('output')?.textContent).toBe(chosen)
  expect([choose('a')?.checked, choose('b')?.checked]).toEqual([false, type === 'radio'])
  root.unmount()
  place.remove()
})

test('a radio of a part whose code has not come is chosen once it has', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = `<!--$-->${renderToString(<LateChoice />)}<!--/$-->`
  let deliver = () => {}
  const delivered = new Promise<void>(resolve => {
    deliver = resolve
  })
  const Part = lazyPart(async () => {
    await delivered
    return LateChoice
  })
  const root = hydrateRoot(
    place,
    <Suspense>
      <Part />
    </Suspense>
  )
  await new Promise(done => setTimeout(done, 50))
  const choose = (value: string) => place.querySelector<HTMLInputElement>(`[value=${value}]`)
  choose('b')?.click()
  deliver()
  await expect.poll(() => place.querySelector('output')?.textContent).toBe('b')
  expect([choose('a')?.checked, choose('b')?.checked]).toEqual([false, true])
  root.unmount()
  place.remove()
})

test('a box that is pressed while React takes the page over is pressed once', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(<Toggle />)
  const field = place.querySelector('input')
  if (!field) throw new Error('it is drawn')
  const root = hydrateRoot(place, <Toggle />)
  while (!isTaken(field)) await turn()
  field.click()
  await new Promise(done => setTimeout(done, 50))
  expect([field.checked, place.querySelector('output')?.textContent]).toEqual([true, '1'])
  root.unmount()
  place.remove()
})

test.each([
  ['before', true],
  ['while', false]
])('a file that is chosen %s React takes the page over is taken once', async (_, isBefore) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(<Files />)
  const field = place.querySelector('input')
  if (!field) throw new Error('it is drawn')
  const choose = () => {
    const { files } = new DataTransfer()
    field.files = Object.assign(files, [new File(['{}'], 'bill.jsonl')], { length: 1 })
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  if (isBefore) choose()
  const root = hydrateRoot(place, <Files />)
  while (!isTaken(field)) await turn()
  if (!isBefore) choose()
  await expect.poll(() => place.querySelector('output')?.textContent).toBe('bill.jsonl ')
  await new Promise(done => setTimeout(done, 50))
  expect(place.querySelector('output')?.textContent).toBe('bill.jsonl ')
  root.unmount()
  place.remove()
})

test('a press on a trigger that is replaced before React answers opens its popup once', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(<BellPage />)
  new Function(earlyInputScript)()
  place.querySelector('button')?.click()
  const root = hydrateRoot(place, <BellPage />)
  await bell.load()
  await expect.poll(() => place.querySelector('button')?.textContent).toBe('Bell')
  expect(onOpen).not.toHaveBeenCalled()
  replayEarlyInput()
  await expect.poll(() => onOpen.mock.calls.length).toBe(1)
  await new Promise(done => setTimeout(done, 100))
  expect(onOpen).toHaveBeenCalledOnce()
  root.unmount()
  place.remove()
})

const onOpen = vi.fn()
const bell = later(async () => Bell)

function Bell({ triggerRef }: { triggerRef: TriggerRef }) {
  return (
    <button type="button" ref={triggerRef} onClick={onOpen}>
      Bell
    </button>
  )
}

function BellPage() {
  const { real: Real, ref, press } = useStandIn(bell)
  if (Real) return <Real triggerRef={ref} />
  return (
    <StandIn
      trigger={<button type="button">Early bell</button>}
      popup="dialog"
      triggerRef={ref}
      onPress={press}
    />
  )
}

function Files() {
  const [names, setNames] = useState('')
  useEffect(replayEarlyInput, [])
  return (
    <form>
      <input
        type="file"
        onChange={({ currentTarget }) => {
          for (const { name } of currentTarget.files ?? []) setNames(all => `${all}${name} `)
          currentTarget.value = ''
        }}
      />
      <output>{names}</output>
    </form>
  )
}

/** A checkbox like that of a filter: each press toggles its state. */
function Toggle() {
  const [presses, setPresses] = useState(0)
  useEffect(replayEarlyInput, [])
  return (
    <form>
      <input type="checkbox" checked={presses % 2 === 1} onChange={() => setPresses(presses + 1)} />
      <output>{presses}</output>
    </form>
  )
}

/** A part without an effect that replays input, because the rest of the page started long before. */
function LateChoice() {
  return <Options type="radio" />
}

function Choice({ type }: { type: string }) {
  useEffect(replayEarlyInput, [])
  return <Options type={type} />
}

function Options({ type }: { type: string }) {
  const [chosen, setChosen] = useState('a')
  const marks = (value: string) => ({
    type,
    value,
    name: 'choice',
    checked: chosen === value,
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setChosen(event.currentTarget.checked ? value : 'none')
  })
  return (
    <form>
      <input {...marks('a')} />
      <input {...marks('b')} />
      <output>{chosen}</output>
    </form>
  )
}
