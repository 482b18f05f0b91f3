import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { replayEarlyInput } from './early-input.ts'

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
  // After React has drawn the page, and before its effects have run.
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
