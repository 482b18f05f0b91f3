import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { FormErrors } from './form-errors.tsx'

test('a message leads to its field, whatever else on the page has its name', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const described = document.createElement('meta')
  described.name = 'description'
  document.head.append(described)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <form>
        <FormErrors errors={[{ message: 'Describe it.', field: 'description' }]} />
        <textarea name="description" />
      </form>
    )
  )
  place.querySelector('a')?.click()
  expect(document.activeElement).toBe(place.querySelector('textarea'))
  await act(async () => root.unmount())
  place.remove()
  described.remove()
})
