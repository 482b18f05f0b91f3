import type { LandingCheck } from '@mille/api/admin/endpoints.ts'
import { sampleSwap } from '@mille/stores/samples/sample-review.ts'
import { dark, inFrame, longText, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { expect } from 'storybook/test'
import preview from '../../../../.storybook/preview.tsx'
import { LandingPages } from './landing-pages.tsx'

const meta = preview.meta({
  title: 'Admin/Landing pages',
  component: LandingPages,
  args: { check: sampleSwap }
})

const { found } = sampleSwap
const nothing: LandingCheck = { found: null, problem: null, failing_since: null, swap: null }

export const Exchanged = meta.story({
  async play({ canvas }) {
    await expect(canvas.getByRole('link', { name: /letters\.example/ })).toBeVisible()
    await expect(canvas.getByRole('link', { name: /fortune\.example/ })).toBeVisible()
  }
})
export const Unreadable = meta.story({
  args: {
    check: {
      ...nothing,
      problem: 'responded with status 503',
      failing_since: '2026-11-24T16:00:00.000Z'
    }
  }
})
export const LeadsElsewhere = meta.story({ args: { check: { ...nothing, found } } })
export const NothingToSee = meta.story({
  args: { check: { ...nothing, found: found && { ...found, leads: [] } } },
  async play({ canvasElement }) {
    await expect(canvasElement.querySelector('dl, ul, [data-tone]')).toBeNull()
  }
})
export const SeveralInOneQueue = meta.story({
  args: { check: { ...nothing, problem: 'responded with status 503' } },
  render: args => (
    <>
      <LandingPages {...args} />
      <LandingPages {...args} />
    </>
  ),
  async play({ canvas }) {
    await expect(canvas.getAllByText('The landing page could not be read')).toHaveLength(2)
    await expect(canvas.queryByRole('region')).toBeNull()
  }
})
export const Emptied = meta.story({
  args: { check: { ...sampleSwap, found: found && { ...found, title: null, text: '', leads: [] } } }
})
export const LongText = meta.story({
  args: {
    check: {
      ...sampleSwap,
      found: found && {
        ...found,
        url: `https://fortune.example/${'prize'.repeat(60)}`,
        title: longText,
        text: 'x'.repeat(300)
      }
    }
  },
  decorators: [inFrame('320px')]
})
export const Dark = Exchanged.extend(dark)
export const RightToLeft = Exchanged.extend(rightToLeft)
