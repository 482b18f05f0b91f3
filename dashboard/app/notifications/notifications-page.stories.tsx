import { listNotifications } from '@mille/api/notifications/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleMoment } from '@mille/stores/samples/sample-moments.ts'
import { expect, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './notifications-page.tsx'

const options = { page, route: 'notifications', who: 'advertiser' } as const

const states = pageStates({
  ...options,
  empty: { lists: [listNotifications], says: 'No notifications yet' }
})

const inArabic = pageStates({
  ...options,
  answers: [
    given(listNotifications, {
      data: [
        {
          type: 'notifications',
          id: '1',
          attributes: {
            kind: 'new_sign_in',
            title: 'تسجيل دخول جديد إلى حسابكم',
            text: 'سجّل شخص الدخول باستخدام \u2068Firefox على Windows\u2069. إن لم تكونوا أنتم، فأنهوا هذه الجلسة.',
            path: '/settings',
            created_at: sampleMoment(1),
            read_at: null
          }
        }
      ],
      meta: { pagination: { records: 1 }, totalUnreadCount: 1 }
    })
  ]
})

const meta = preview.meta({
  title: 'Pages/Notifications',
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

/** A notification's text has the direction of its own language, and its date has the direction of the page. */
export const InAnotherDirection = meta.story({
  ...inArabic.full,
  async play(context) {
    await inArabic.full.play(context)
    const main = within(context.canvasElement)
    const text = await main.findByText(/سجّل شخص/)
    await expect(text).toHaveStyle({ direction: 'rtl' })
    await expect(main.getByRole('link', { name: /تسجيل دخول/ })).toHaveStyle({ direction: 'rtl' })
    await expect(text.parentElement?.querySelector('time')).toHaveStyle({ direction: 'ltr' })
  }
})
