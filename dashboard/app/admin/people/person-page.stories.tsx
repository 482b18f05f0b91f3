import { listNotes, viewPerson } from '@mille/api/admin/endpoints.ts'
import { refused } from '@mille/stores/samples/sample-answer.ts'
import {
  sampleAskedPerson,
  sampleFrozenPerson,
  sampleNoHoldings,
  samplePersonWithoutMoney,
  sampleSuspendedPerson
} from '@mille/stores/samples/sample-people.ts'
import { expect, screen, within } from 'storybook/test'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import * as page from './person-page.tsx'
import { viewingMessages } from './viewing-messages.ts'

const options = {
  page,
  route: 'admin/users/:id',
  path: '/admin/users/7',
  who: 'operator',
  empty: { lists: [listNotes, sampleNoHoldings], says: 'Nothing yet' }
} as const
const states = pageStates(options)
/** A second operator has requested the operator role for the account. */
const asked = pageStates({ ...options, answers: [sampleAskedPerson] })
const suspended = pageStates({ ...options, answers: [sampleSuspendedPerson] })

const frozen = pageStates({ ...options, answers: [sampleFrozenPerson] })

const withoutAmounts = pageStates({
  ...options,
  who: 'support',
  answers: [samplePersonWithoutMoney]
})
const finance = pageStates({ ...options, who: 'finance' })

const notViewed = pageStates({
  ...options,
  answers: [refused(viewPerson, 'viewing_staff', 'The account of an operator cannot be viewed.')]
}).full

const meta = preview.meta({
  title: 'Pages/Admin person',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Trusted = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    await expect(
      await context.canvas.findByText('Trusted: 12 approvals without a rejection.')
    ).toBeVisible()
  }
})
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
export const Asked = meta.story(asked.full)
export const AskedOnPhone = meta.story(asked.phone)
export const Suspended = meta.story(suspended.full)
export const SuspendedOnPhone = meta.story(suspended.phone)
export const Frozen = meta.story(frozen.full)
export const FrozenOnPhone = meta.story(frozen.phone)
export const ForSupport = meta.story(withoutAmounts.full)
export const ForSupportOnPhone = meta.story(withoutAmounts.phone)
export const ForFinance = meta.story(finance.full)
export const View = meta.story({
  ...notViewed,
  play: async context => {
    await notViewed.play(context)
    const { canvas, userEvent } = context
    const { view, dialog } = viewingMessages
    await userEvent.click(await canvas.findByRole('button', { name: view }))
    const asked = within(await screen.findByRole('dialog', { name: dialog.rejectTitle }))
    await userEvent.click(await asked.findByRole('button', { name: dialog.reject }))
    await expect(await asked.findByText(dialog.reasonMissing)).toBeVisible()
    await userEvent.type(asked.getByLabelText(dialog.reason), 'A question in the chat')
    await userEvent.click(asked.getByRole('button', { name: dialog.reject }))
    await expect(
      await asked.findByText('The account of an operator cannot be viewed.')
    ).toBeVisible()
  }
})
