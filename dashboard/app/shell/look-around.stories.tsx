import { listLookArounds, lookAround, readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { type LookAroundRole, lookAroundRoles } from '@mille/api/constants.ts'
import { given, refused } from '@mille/stores/samples/sample-answer.ts'
import { sampleAccounts } from '@mille/stores/samples/sample-people.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as home from '../home/home-page.tsx'
import * as publishers from '../landing/publishers-page.tsx'
import { lookAroundMessages as messages } from './look-around-messages.ts'

const offered = given(listLookArounds, {
  data: lookAroundRoles.map(role => ({
    type: 'look_arounds' as const,
    id: role,
    attributes: { role }
  }))
})

/** The account of a stranger who looks around. */
const as = (role: LookAroundRole) => {
  const account = sampleAccounts[role]
  return given(readCurrentUser, { ...account, meta: { ...account.meta, look_around: role } })
}

const onHome = { page: home, route: '/', bearsFailure: true } as const
const without = { empty: 'It has no list.', withoutRights: 'Anybody may see it.' }
const visitor = pageStates({ ...onHome, who: 'visitor', answers: [offered], without })
const landing = pageStates({
  page: publishers,
  route: 'publishers',
  who: 'visitor',
  bearsFailure: true,
  answers: [offered],
  without
})
const looking = (role: LookAroundRole) =>
  pageStates({ ...onHome, who: role, answers: [offered, as(role)], without })

const meta = preview.meta({
  title: 'Shell/Look around',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Home = meta.story({
  ...visitor.full,
  play: async context => {
    await visitor.full.play(context)
    for (const role of lookAroundRoles)
      await expect(
        await context.canvas.findByRole('button', { name: messages.start[role] })
      ).toBeVisible()
  }
})
export const HomeOnAPhone = meta.story(visitor.phone)
export const Landing = meta.story(landing.full)
export const RightToLeft = meta.story(looking('publisher').rightToLeft)
export const BarOnAPhone = meta.story(looking('advertiser').phone)

const asOperator = looking('operator').full
export const Bar = meta.story({
  ...asOperator,
  play: async context => {
    await asOperator.play(context)
    const { canvas } = context
    await expect(await canvas.findByText(/^You are looking around as the operator/)).toBeVisible()
    await expect(canvas.getByRole('button', { name: messages.create })).toBeVisible()
    await expect(canvas.getByRole('button', { name: messages.change.publisher })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: messages.change.operator })).toBe(null)
    // Notifications are hidden from strangers, so there is no bell that would ask for them again and again.
    await canvas.findByRole('button', { name: /Olga/ })
    await expect(canvas.queryByRole('button', { name: /^Notifications/ })).toBe(null)
  }
})

const tooOften = refused(lookAround, 'too_many_requests', 'Try again in an hour.')
const beingRefused = pageStates({
  ...onHome,
  who: 'operator',
  answers: [offered, as('operator'), tooOften],
  without
}).full
export const BarRefused = meta.story({
  ...beingRefused,
  play: async context => {
    await beingRefused.play(context)
    const { canvas, userEvent } = context
    await userEvent.click(await canvas.findByRole('button', { name: messages.change.publisher }))
    await expect(await canvas.findByRole('alert')).toBeVisible()
    await expect(canvas.getByText(messages.barText)).toBeVisible()
  }
})
