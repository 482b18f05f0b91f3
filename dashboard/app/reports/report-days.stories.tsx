import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { expect, type screen } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { CustomDays } from './report-days.tsx'

/** The form on a page with another choice, and the query that it leads to. */
function Shown() {
  const { search } = useLocation()
  return (
    <>
      <CustomDays
        view={{ range: 'custom', from: '2026-02-01', to: '2026-03-02' }}
        search={new URLSearchParams('range=custom&from=2026-02-01&to=2026-03-02&metric=USD')}
      />
      <output>{search}</output>
    </>
  )
}

function Frame() {
  const [router] = useState(() => createMemoryRouter([{ path: '/', element: <Shown /> }]))
  return <RouterProvider router={router} />
}

const meta = preview.meta({
  title: 'Dashboard/Report days',
  component: Frame,
  decorators: [inFrame('44rem')]
})

export const Start = meta.story()

type Canvas = Pick<typeof screen, 'findByLabelText' | 'getByLabelText' | 'getByRole'>
type UserEvent = {
  clear: (element: Element) => Promise<void>
  type: (element: Element, text: string) => Promise<void>
}

/** Enters days with the keyboard, and returns the fields and the query of the address. */
async function enter(canvas: Canvas, userEvent: UserEvent, from: string, to: string) {
  const first = await canvas.findByLabelText('From')
  const last = canvas.getByLabelText('To')
  await userEvent.clear(first)
  await userEvent.type(first, from)
  await userEvent.clear(last)
  await userEvent.type(last, `${to}{Enter}`)
  return { first, last, query: canvas.getByRole('status') }
}

export const Applied = meta.story({
  async play({ canvas, userEvent }) {
    const { last, query } = await enter(canvas, userEvent, '2025-03-01', '2026-03-01')
    await expect(last).toBeValid()
    await expect(query).toHaveTextContent('?range=custom&metric=USD&from=2025-03-01&to=2026-03-01')
  }
})

/** A range that cannot be applied loads nothing, and remains as it was typed. */
const refused = (from: string, to: string) => ({
  async play({ canvas, userEvent }: { canvas: Canvas; userEvent: UserEvent }) {
    const { first, last, query } = await enter(canvas, userEvent, from, to)
    await expect(last).toBeInvalid()
    await expect(first).toHaveValue(from)
    await expect(last).toHaveValue(to)
    await expect(query).toBeEmptyDOMElement()
  }
})

export const Inverted = meta.story(refused('2026-03-02', '2026-03-01'))
export const TooLong = meta.story(refused('2025-03-01', '2026-03-02'))
export const Narrow = meta.story({ decorators: [inFrame('20rem')] })
export const Dark = meta.story(dark)
export const RightToLeft = meta.story(rightToLeft)
