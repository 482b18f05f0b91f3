import { readCurrentUser, stopViewing } from '@mille/api/accounts/endpoints.ts'
import { given, refused } from '@mille/stores/samples/sample-answer.ts'
import { sampleAccounts } from '@mille/stores/samples/sample-people.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as home from '../home/home-page.tsx'
import { viewingMessages as messages } from './viewing-messages.ts'

const account = sampleAccounts.advertiser
const viewed = given(readCurrentUser, {
  ...account,
  meta: { ...account.meta, viewing: { as: 'operator', until: '2026-03-01T12:30:00Z' } }
})
const viewedByMember = given(readCurrentUser, {
  ...account,
  meta: { ...account.meta, viewing: { as: 'viewer', until: null } }
})
const options = {
  page: home,
  route: '/',
  bearsFailure: true,
  who: 'advertiser',
  without: { empty: 'It has no list.', withoutRights: 'Anybody may see it.' }
} as const
const states = pageStates({ ...options, answers: [viewed] })
const ofMember = pageStates({ ...options, answers: [viewedByMember] })
const failing = pageStates({
  ...options,
  answers: [viewed, refused(stopViewing, 'unavailable', 'Try again in a minute.')]
}).full

const meta = preview.meta({
  title: 'Shell/Viewing an account',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Bar = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas } = context
    await expect(await canvas.findByText(/^You see what .+ sees$/)).toBeVisible()
    await expect(canvas.getByText(/^Nothing can be changed/)).toBeVisible()
    await expect(canvas.getByRole('button', { name: messages.stop })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^Notifications/ })).toBe(null)
  }
})
export const AsAMember = meta.story({
  ...ofMember.full,
  play: async context => {
    await ofMember.full.play(context)
    const { canvas } = context
    await expect(await canvas.findByText(/^You see .+ as a viewer$/)).toBeVisible()
    await expect(canvas.getByRole('button', { name: messages.back })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^Notifications/ })).toBe(null)
  }
})
export const AsAMemberOnAPhone = meta.story(ofMember.phone)
export const OnAPhone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
export const NotStopped = meta.story({
  ...failing,
  play: async context => {
    await failing.play(context)
    const { canvas, userEvent } = context
    await userEvent.click(await canvas.findByRole('button', { name: messages.stop }))
    await expect(await canvas.findByRole('alert')).toBeVisible()
    await expect(canvas.getByRole('button', { name: messages.stop })).toBeVisible()
  }
})
