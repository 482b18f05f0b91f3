import {
  createApprovalRule,
  createBlockRule,
  deleteApprovalRule,
  deleteBlockRule,
  listAdsToApprove
} from '@mille/api/ad-units/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { expect, screen, waitFor, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './approval-page.tsx'

const everywhere = { site_id: null, ad_unit_id: null, created_at: '2026-03-02T10:00:00.000Z' }

const states = pageStates({
  page,
  route: 'ad-units/approval',
  who: 'publisher',
  answers: [
    given(createApprovalRule, {
      data: {
        type: 'approval_rules',
        id: '4',
        attributes: { kind: 'only_approved', ad: null, ...everywhere }
      }
    }),
    given(deleteApprovalRule, undefined),
    given(createBlockRule, {
      data: {
        type: 'block_rules',
        id: '5',
        attributes: {
          ...{ kind: 'creative', domain: null, ad: null, product_category: null },
          ...{ note: null, ...everywhere }
        }
      }
    }),
    given(deleteBlockRule, undefined)
  ],
  empty: { lists: [listAdsToApprove], says: 'No ads to approve' }
})

const meta = preview.meta({
  title: 'Pages/Approve ads',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const DrawsTheAd = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const ad = await waitFor(() => {
      const drawn = [...context.canvasElement.querySelectorAll('[data-queue-item] figure div')]
        .map(it => it.shadowRoot?.textContent ?? '')
        .find(it => it.includes('Open books for node runners'))
      if (drawn === undefined) throw new Error('The text of the ad is not drawn')
      return drawn
    })
    await expect(ad).toContain('books.example')
  }
})
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)

export const DecidedByKeysAndUndone = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    const shown = () => canvas.getAllByRole('heading', { level: 3 }).map(it => it.textContent)
    const [first = '', second = '', third = ''] = shown()
    const hasFocus = (title: string) =>
      expect(document.activeElement?.closest('[data-queue-item]')).toHaveTextContent(title)
    await userEvent.keyboard('j')
    await hasFocus(first)
    await userEvent.keyboard('{ArrowDown}')
    await hasFocus(second)
    await userEvent.keyboard('b')
    await waitFor(() => expect(shown()).toEqual([first, third]))
    await hasFocus(third)
    await userEvent.keyboard('{ArrowUp}')
    await hasFocus(first)
    await userEvent.keyboard('a')
    await waitFor(() => expect(shown()).toEqual([third]))
    await userEvent.keyboard('a')
    await canvas.findByText('No ads to approve')
    await expect(document.activeElement).toHaveAttribute('aria-label', 'Ads to approve')
    const [undo] = await screen.findAllByRole('button', { name: 'Undo' })
    if (undo) await userEvent.click(undo)
    await waitFor(() => expect(shown()).toHaveLength(1))
  }
})

export const SwitchedOnAndOff = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    const box = canvas.getByRole('checkbox', { name: 'Show only ads that I approved' })
    await expect(box).not.toBeChecked()
    await userEvent.click(box)
    await waitFor(() => expect(box).toBeChecked())
    await within(canvas.getByRole('main')).findByText(/On for: All my ad units/)
    await userEvent.click(box)
    await waitFor(() => expect(box).not.toBeChecked())
  }
})
