import { decideCreative, readReviewQueue } from '@mille/api/admin/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleTrusted } from '@mille/stores/samples/sample-review.ts'
import { sampleCampaign } from '@mille/stores/shared/sample-documents.ts'
import { expect, screen, waitFor } from 'storybook/test'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import * as page from './review-page.tsx'

const states = pageStates({
  page,
  route: 'admin/creatives',
  who: 'operator',
  answers: [given(decideCreative, { data: sampleCampaign('4').creative })],
  empty: { lists: [readReviewQueue], says: 'Nothing to review' }
})

/** An ad that went live by trust, and one that was replaced since. */
const trusted = pageStates({
  page,
  route: 'admin/creatives',
  who: 'operator',
  answers: [sampleTrusted],
  without: { empty: 'The queue is another one.' }
})

const meta = preview.meta({
  title: 'Pages/Admin creatives',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)

export const Trusted = meta.story({
  ...trusted.full,
  play: async context => {
    await trusted.full.play(context)
    const { canvas } = context
    await expect(canvas.getByText(/^Live, reviewed afterwards/)).toBeVisible()
    await expect(canvas.getByText(/^Was live/)).toBeVisible()
    await expect(canvas.getByText('Trusted: 12 approvals without a rejection.')).toBeVisible()
  }
})
export const TrustedDark = Trusted.extend({ globals: { theme: 'dark' } })
export const TrustedOnPhone = meta.story(trusted.phone)
export const TrustedRightToLeft = meta.story(trusted.rightToLeft)

export const Correcting = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    await expect(canvas.getByText('Stocks, funds, and other investments')).toBeVisible()
    await userEvent.keyboard('c')
    await screen.findByRole('combobox', { name: 'What it sells' })
  }
})
export const CorrectingDark = Correcting.extend({ globals: { theme: 'dark' } })
export const CorrectingRightToLeft = Correcting.extend({ globals: { direction: 'rtl' } })
export const CorrectingOnPhone = Correcting.extend({ globals: { viewport: { value: 'phone' } } })

export const CorrectedByKeyboard = meta.story({
  ...states.full,
  play: async context => {
    await Correcting.play(context)
    const { canvas, userEvent } = context
    screen.getByRole('combobox', { name: 'What it sells' }).focus()
    await userEvent.keyboard('{Enter}')
    const search = await screen.findByRole('combobox', { name: 'Search categories' })
    await waitFor(() => expect(search).toHaveFocus())
    await userEvent.keyboard('news{Enter}')
    const field = () => screen.getByRole('combobox', { name: 'What it sells' })
    await waitFor(() => expect(field()).toHaveTextContent('News, books, music, and video'))
    screen.getByRole('button', { name: 'Approve with this category' }).focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByText('Approved: A newsletter about money')
    await expect(canvas.queryByText('A newsletter about money')).toBe(null)
  }
})
