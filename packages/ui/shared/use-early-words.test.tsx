import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextArea } from '../text-area/text-area.tsx'
import { TextField } from '../text-field/text-field.tsx'

function Form() {
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  return (
    <form>
      <TextField label="Name" value={name} onChange={event => setName(event.target.value)} />
      <TextArea label="Text" value={text} onChange={event => setText(event.target.value)} />
      <output>{`${name}, ${text}`}</output>
    </form>
  )
}

test('what was typed before the code of the page was there stays', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const place = document.createElement('div')
  document.body.append(place)
  place.innerHTML = renderToString(<Form />)
  const [input, area] = [place.querySelector('input'), place.querySelector('textarea')]
  if (!input || !area) throw new Error('both are drawn')
  input.value = 'Ada'
  area.value = 'Two sentences'
  await act(async () => void hydrateRoot(place, <Form />))
  expect([input.value, area.value]).toEqual(['Ada', 'Two sentences'])
  expect(place.querySelector('output')?.textContent).toBe('Ada, Two sentences')
  place.remove()
})
