import { readNotificationPreferences } from '@mille/api/notifications/endpoints.ts'
import { notificationKinds } from '@mille/api/notifications/kinds.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import { preferenceMessages as messages } from './messages.ts'
import * as page from './preferences-page.tsx'

const states = pageStates({
  page,
  route: 'settings/notifications',
  who: 'advertiser',
  without: { empty: 'It has no list.' }
})

const none = { mail: false, telegram: false }
const withoutAddress = pageStates({
  page,
  route: 'settings/notifications',
  who: 'advertiser',
  answers: [
    given(readNotificationPreferences, {
      data: {
        type: 'notification_preferences',
        id: '1',
        attributes: {
          kinds: Object.fromEntries(notificationKinds.map(kind => [kind, none])) as Record<
            (typeof notificationKinds)[number],
            typeof none
          >,
          channels: none,
          has_telegram_bot: false
        }
      }
    })
  ]
})

const meta = preview.meta({
  title: 'Pages/Notification settings',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)

export const WithoutAddress = meta.story({
  ...withoutAddress.full,
  play: async context => {
    await withoutAddress.full.play(context)
    const { canvas } = context
    await expect(canvas.getByText(messages.noMail)).toBeVisible()
    const boxes = canvas.getAllByRole('checkbox')
    await expect(boxes).toHaveLength(notificationKinds.length)
    for (const box of boxes) await expect(box).toBeDisabled()
  }
})
export const WithoutAddressOnPhone = meta.story(withoutAddress.phone)
