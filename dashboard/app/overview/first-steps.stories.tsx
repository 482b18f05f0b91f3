import { createApi } from '@mille/api/client.ts'
import { sampleFirstSteps } from '@mille/stores/samples/sample-first-steps.ts'
import { errorResponse } from '@mille/stores/shared/fake-transport.ts'
import type { ReactNode } from 'react'
import { expect, userEvent, within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { ApiProvider } from '../page/app-context.tsx'
import { FirstSteps } from './first-steps.tsx'
import { firstStepsMessages as messages } from './first-steps-messages.ts'

/** The server refuses everything, so that a dismissal fails. */
const api = createApi({ transport: async () => errorResponse(503, 'unavailable', 'Try again.') })

const meta = preview.meta({ title: 'Dashboard/First steps', component: FirstSteps })

function story(progress: Parameters<typeof sampleFirstSteps>[0]) {
  const loaded = { userId: '7', found: sampleFirstSteps(progress) }
  return {
    args: { loaded },
    render: () => (
      <ApiProvider value={api}>
        <FirstSteps loaded={loaded} />
      </ApiProvider>
    )
  }
}

export const New = meta.story(story({}))
export const ChosenOnly = meta.story({
  ...story({ seller: 0 }),
  async play({ canvasElement }) {
    const { steps } = messages
    const linkTo = (name: string) => within(canvasElement).queryByRole('link', { name })
    await expect(linkTo(steps.offer_created.link)).toBeVisible()
    // There is no offer to view yet.
    await expect(linkTo(steps.offer_approved.link)).toBeNull()
  }
})
export const AdvertiserHalfDone = meta.story(story({ advertiser: 2 }))
export const PublisherHalfDone = meta.story(story({ publisher: 2, account: 1 }))
export const SellerHalfDone = meta.story(story({ seller: 2 }))
export const EveryRole = meta.story(story({ advertiser: 3, publisher: 1, seller: 1, account: 1 }))
export const AllDone = meta.story({
  ...story({ advertiser: 4, account: 1 }),
  async play({ canvasElement }) {
    await expect(within(canvasElement).getByText(messages.finished)).toBeVisible()
    await expect(within(canvasElement).getByText(/\d\d:00–\d\d:00 UTC/)).toBeVisible()
  }
})
export const FinishedListIsFolded = meta.story({
  ...story({ advertiser: 4 }),
  async play({ canvasElement }) {
    const page = within(canvasElement)
    const done = page.getByText(messages.steps.ad_viewed.done)
    await expect(done).not.toBeVisible()
    await userEvent.click(page.getByText(messages.finishedList))
    await expect(done).toBeVisible()
  }
})
export const DismissFailed = meta.story({
  ...story({ advertiser: 1 }),
  async play({ canvasElement }) {
    const page = within(canvasElement)
    await userEvent.click(page.getByRole('button', { name: messages.dismiss }))
    await expect(await page.findByRole('alert')).toBeVisible()
    await expect(page.getByRole('heading', { name: messages.title })).toBeVisible()
  }
})
/** The narrowest phones. This is also where the texts are longest compared with the room that they have. */
const narrow = {
  decorators: [(Story: () => ReactNode) => <div style={{ inlineSize: 320 }}>{Story()}</div>],
  globals: { viewport: { value: 'phone' } }
}
export const Narrow = meta.story({
  ...story({ advertiser: 2, publisher: 3, seller: 1 }),
  ...narrow
})
export const NewNarrow = meta.story({ ...story({}), ...narrow })
export const Dark = meta.story({ ...story({ advertiser: 2 }), globals: { theme: 'dark' } })
export const NewDark = meta.story({ ...story({}), globals: { theme: 'dark' } })
export const RightToLeft = meta.story({ ...story({ publisher: 2 }), globals: { direction: 'rtl' } })
