import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { Pagination } from './pagination.tsx'

const meta = preview.meta({
  title: 'Components/Pagination',
  component: Pagination,
  args: { page: 5, pageCount: 12, hrefFor: (page: number) => `#page-${page}` },
  decorators: [inFrame('40rem')]
})

export const Playground = meta.story({})
export const Middle = meta.story({
  async play({ canvas }) {
    await expect(canvas.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '#page-6')
    await expect(canvas.getByRole('link', { name: 'Page 5' })).toHaveAttribute(
      'aria-current',
      'page'
    )
  }
})
export const First = meta.story({ args: { page: 1 } })
export const Last = meta.story({ args: { page: 12 } })
export const Two = meta.story({ args: { page: 1, pageCount: 2 } })
export const OnlyOne = meta.story({ args: { page: 1, pageCount: 1 } })
export const Dark = Middle.extend(dark)
export const RightToLeft = Middle.extend(rightToLeft)
