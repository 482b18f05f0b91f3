import {
  sampleLightning,
  sampleNewLightning,
  sampleNoLightning
} from '@mille/stores/samples/sample-lightning.ts'
import { expect, within } from 'storybook/test'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import * as page from './lightning-page.tsx'

const shared = { page, route: 'admin/lightning', who: 'operator' } as const
const states = pageStates({
  ...shared,
  empty: { lists: [sampleNoLightning], says: 'Lightning is not set up' }
})
const withoutChannels = pageStates({ ...shared, answers: [sampleNewLightning] })
const stale = pageStates({
  ...shared,
  answers: [sampleLightning({ is_stale: true, waiting: '2000000' })]
})
const stopped = pageStates({
  ...shared,
  answers: [sampleLightning({ stopped: 'Another process has started this node' })]
})

const meta = preview.meta({
  title: 'Pages/Admin lightning',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)

/** The channels are sorted, and each problem is named. */
export const Filled = meta.story({
  ...states.full,
  async play(context: { canvasElement: HTMLElement }) {
    await states.full.play(context)
    const canvas = within(context.canvasElement)
    await expect(canvas.getByText('The largest deposits cannot be received')).toBeVisible()
    await expect(canvas.getByText('3 minutes')).toBeVisible()
    await expect(canvas.getByText('Peer not connected')).toBeVisible()
    const peers = canvas.getAllByRole('rowheader').map(it => it.textContent?.slice(0, 4))
    await expect(peers.slice(0, 4)).toEqual(['02a7', '03b4', '02d9', '03e2'])
  }
})
export const Empty = meta.story(states.empty)

/** A node without a channel receives nothing: the page says what to do, with the key that a peer needs. */
export const WithoutChannels = meta.story({
  ...withoutChannels.full,
  async play(context: { canvasElement: HTMLElement }) {
    await withoutChannels.full.play(context)
    const canvas = within(context.canvasElement)
    await expect(canvas.getByText('Nothing can be received')).toBeVisible()
    await expect(canvas.getByRole('button', { name: /public key/ })).toBeVisible()
    await expect(canvas.getByText('No channels yet')).toBeVisible()
  }
})

/** The process with the node is gone, and withdrawals wait for more than the channels can send. */
export const Stale = meta.story({
  ...stale.full,
  async play(context: { canvasElement: HTMLElement }) {
    await stale.full.play(context)
    const canvas = within(context.canvasElement)
    await expect(canvas.getByText('These numbers are out of date')).toBeVisible()
    await expect(
      canvas.getByText('Waiting withdrawals need more than the channels can send')
    ).toBeVisible()
  }
})
export const Stopped = meta.story({
  ...stopped.full,
  async play(context: { canvasElement: HTMLElement }) {
    await stopped.full.play(context)
    const canvas = within(context.canvasElement)
    await expect(canvas.getByText(/Another process has started this node/)).toBeVisible()
  }
})
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
export const Dark = meta.story({ ...states.full, globals: { theme: 'dark' } })
