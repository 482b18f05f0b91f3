import { listNotes } from '@mille/api/admin/endpoints.ts'
import {
  sampleAskedPerson,
  sampleFrozenPerson,
  sampleNoHoldings,
  samplePersonWithoutMoney,
  sampleSuspendedPerson
} from '@mille/stores/samples/sample-people.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import * as page from './person-page.tsx'

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
