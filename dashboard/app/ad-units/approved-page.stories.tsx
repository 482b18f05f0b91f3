import {
  createApprovalRule,
  deleteApprovalRule,
  listApprovalRules
} from '@mille/api/ad-units/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { expect, screen, waitFor } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './approved-page.tsx'

const nothing = given(listApprovalRules, { data: [], meta: { pagination: { records: 0 } } })

const options = {
  page,
  route: 'ad-units/approved',
  who: 'publisher' as const,
  answers: [
    given(createApprovalRule, {
      data: {
        type: 'approval_rules',
        id: '9',
        attributes: {
          kind: 'creative',
          ad: {
            ...{ id: '9', title: 'Own your coins', domain: 'wallet.example' },
            advertiser_name: null
          },
          ...{ site_id: null, ad_unit_id: '1', created_at: '2026-03-02T10:00:00.000Z' }
        }
      }
    }),
    given(deleteApprovalRule, undefined)
  ]
}
const states = pageStates({ ...options, empty: { lists: [nothing], says: 'Nothing is approved' } })
const searched = pageStates({
  ...options,
  path: '/ad-units/approved?query=casino',
  empty: { lists: [nothing], says: 'Nothing found' }
})

const meta = preview.meta({
  title: 'Pages/Approved ads',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Empty = meta.story(states.empty)
export const NoneFound = meta.story(searched.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
export const Dark = meta.story({ ...states.full, globals: { theme: 'dark' } })

const name = 'Take back the approval of “Own your coins” (wallet.example)'

export const TakenBackByKeyboardAndUndone = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    const current = canvas.getByRole('link', { name: 'Approved', current: 'page' })
    await expect(current).toBeVisible()
    canvas.getByRole('button', { name }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.queryByRole('button', { name })).toBe(null))
    await expect(document.activeElement?.getAttribute('aria-label')).toBe('Approved ads')
    const [undo] = await screen.findAllByRole('button', { name: 'Undo' })
    undo?.focus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByRole('button', { name })).toBeVisible()
  }
})
