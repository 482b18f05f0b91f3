import type { Announcement } from '@mille/api/announcements/endpoints.ts'
import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { AnnouncementBanner } from './announcement-banner.tsx'
import './announcement-banner.css'

const announcement: Announcement = {
  id: '1',
  header: 'Payouts are late today',
  content: 'The chain is busy. What you have earned is safe and goes out tonight.',
  link: '#status',
  link_text: 'What happened',
  type: 'default',
  styles: null
}

const meta = preview.meta({
  title: 'Widgets/Parts/Announcement banner',
  component: AnnouncementBanner,
  args: { announcement, onDismiss: fn() }
})

export const Playground = meta.story({
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Dismiss' }))
    await expect(args.onDismiss).toHaveBeenCalledTimes(1)
  }
})
export const Warning = meta.story({ args: { announcement: { ...announcement, type: 'warning' } } })
export const Alarm = meta.story({ args: { announcement: { ...announcement, type: 'alarm' } } })
export const WithoutLink = meta.story({
  args: { announcement: { ...announcement, link: null, link_text: null } }
})
export const LongText = meta.story({
  args: {
    announcement: {
      ...announcement,
      header: 'A-word-that-is-longer-than-any-screen-is-wide-and-has-no-place-to-break-it-at-all',
      content: announcement.content.repeat(6)
    }
  }
})
export const RightToLeft = meta.story({
  globals: { direction: 'rtl' },
  args: {
    announcement: {
      ...announcement,
      header: 'התשלומים מתעכבים היום',
      content: 'הרשת עמוסה. מה שהרווחתם בטוח ויישלח הערב.',
      link_text: 'מה קרה'
    }
  }
})
export const Dark = meta.story({ globals: { theme: 'dark' } })
