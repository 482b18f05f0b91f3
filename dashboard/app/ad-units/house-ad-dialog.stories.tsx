import { createApi } from '@mille/api/client.ts'
import { createHouseAdStores } from '@mille/stores/ad-units/house-ads.ts'
import { createFakeTransport, jsonResponse } from '@mille/stores/shared/fake-transport.ts'
import { sampleHouseAd } from '@mille/stores/shared/sample-documents.ts'
import { dark, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { useState } from 'react'
import { expect, screen } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { HouseAdDialog } from './house-ad-dialog.tsx'

const sale = sampleHouseAd('1', { text: 'The spring sale', ends_at: '2036-03-08T00:00:00.000Z' })

/** The dialog with a server that rejects every field. */
function Frame({ isNew = false }: { isNew?: boolean }) {
  const [stores] = useState(() => {
    const problems = {
      text: 'text must not be empty',
      link: 'link must be a web address that starts with http:// or https://',
      weight: 'weight must be a whole number from 1 to 100',
      ends_at: 'The end must be after the start'
    }
    const errors = Object.entries(problems).map(([name, detail]) => {
      const source = { pointer: `/data/attributes/${name}` }
      return { status: '422', code: 'invalid', title: 'Invalid', detail, source }
    })
    const { transport } = createFakeTransport(() => jsonResponse({ errors }, 422))
    return createHouseAdStores(createApi({ transport }), { unitId: '7', loaded: [sale] })
  })
  const nothing = () => undefined
  return (
    <HouseAdDialog stores={stores} ad={isNew ? null : sale} onClose={nothing} onSaved={nothing} />
  )
}

const meta = preview.meta({ title: 'Dashboard/House ad', component: Frame })

export const New = meta.story({ args: { isNew: true } })
export const Changed = meta.story({
  async play() {
    await expect(await screen.findByLabelText(/^End/)).toHaveValue('2036-03-08T00:00')
  }
})
export const Refused = meta.story({
  args: { isNew: true },
  async play({ userEvent }) {
    const link = await screen.findByRole('textbox', { name: 'Link' })
    await userEvent.type(link, 'shop example')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Text must not be empty.')
    await expect(link).toHaveValue('shop example')
    await expect(link).toBeInvalid()
    const weight = screen.getByRole('textbox', { name: 'Weight' })
    await expect(weight).toHaveAccessibleDescription(
      /Weight must be a whole number from 1 to 100\./
    )
    await screen.findByText('The end must be after the start.')
    await userEvent.type(weight, '5')
    await expect(weight).not.toBeInvalid()
    await expect(link).toBeInvalid()
  }
})
export const Dark = meta.story(dark)
export const RightToLeft = meta.story(rightToLeft)
