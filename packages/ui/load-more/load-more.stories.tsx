import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { LoadMore } from './load-more.tsx'

const meta = preview.meta({
  title: 'Components/Load more',
  component: LoadMore,
  args: { shown: 10, total: 48, onLoadMore: fn() },
  decorators: [inFrame()]
})

export const Playground = meta.story({})
export const More = meta.story({
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Load more' }))
    await expect(args.onLoadMore).toHaveBeenCalledOnce()
  }
})
export const Loading = meta.story({ args: { isLoading: true } })
export const Failed = meta.story({ args: { error: 'The next ten did not load.' } })
export const End = meta.story({ args: { shown: 48 } })
export const Dark = More.extend(dark)
export const RightToLeft = More.extend(rightToLeft)
