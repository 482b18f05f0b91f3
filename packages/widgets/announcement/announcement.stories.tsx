import type { Announcement } from '@mille/api/announcements/endpoints.ts'
import { dismissAnnouncement, readAnnouncement } from '@mille/api/announcements/endpoints.ts'
import { dark, longText, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { type Answer, answering, planNetwork } from '../../../.storybook/network.ts'
import preview from '../../../.storybook/preview.tsx'
import { insideWidget, WidgetStory } from '../../../.storybook/widget-story.tsx'
import { AnnouncementBanner } from './announcement-banner.tsx'
import './announcement-banner.css'

type Args = Omit<Announcement, 'id'> & { placement?: 'flow' | 'bottom' }

const meta = preview.meta({
  component: AnnouncementStory,
  title: 'Widgets/Announcement',
  tags: ['both'],
  parameters: { docs: { story: { inline: false, height: '240px' } }, layout: 'fullscreen' },
  args: {
    type: 'default',
    header: 'Maintenance on Sunday',
    content: 'Ads continue to be shown; the dashboard is unavailable from 02:00 to 02:20 UTC.',
    link: 'https://status.example/',
    link_text: 'What we change'
  } as Args,
  argTypes: {
    type: { control: 'radio', options: ['default', 'warning', 'alarm'] },
    placement: { control: 'radio', options: ['flow', 'bottom'] }
  },
  beforeEach: ({ args: { placement: _, ...words } }) =>
    planNetwork(
      answering(readAnnouncement, { status: 200, body: { id: '1', ...words } }),
      answering(dismissAnnouncement, { status: 204 })
    )
})

function AnnouncementStory({ placement, ...words }: Args) {
  return (
    <WidgetStory name="announcement" attributes={{ placement }}>
      <OwnAnnouncement {...words} />
    </WidgetStory>
  )
}

function OwnAnnouncement(words: Omit<Args, 'placement'>) {
  const [isShown, setIsShown] = useState(true)
  if (!isShown) return null
  return (
    <AnnouncementBanner announcement={{ id: '1', ...words }} onDismiss={() => setIsShown(false)} />
  )
}

export const Playground = meta.story({ play: waitForBanner })
export const Warning = meta.story({
  args: { type: 'warning', header: 'Withdrawals are slow today' },
  play: waitForBanner
})
export const Alarm = meta.story({
  args: { type: 'alarm', header: 'Do not deposit to an address you got before noon' },
  play: waitForBanner
})
export const WithoutLink = meta.story({ args: { link: null }, play: waitForBanner })
export const LongText = meta.story({
  args: { header: longText, content: `${longText}. `.repeat(3), link_text: longText },
  play: waitForBanner
})
export const Dark = Alarm.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)

export const Dismissed = meta.story({
  async play({ canvasElement, userEvent }) {
    const widget = await insideWidget(canvasElement, 'announcement')
    await userEvent.click(await widget.findByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(widget.queryByRole('region')).toBeNull())
  }
})

const element = { globals: { renderer: 'element' }, tags: ['!both'] }

/** The announcement is shown where the element is placed, even if content moves. */
export const InTheFlow = meta.story({
  ...element,
  args: { placement: 'flow' },
  async play(context) {
    await waitForBanner(context)
    await expect(positionOf(context.canvasElement)).toBe('static')
  }
})

/** The announcement is shown in a bar above the chat button, the feedback link and a footer ad. */
export const AtTheBottom = meta.story({
  ...element,
  args: { placement: 'bottom' },
  async play(context) {
    await waitForBanner(context)
    await expect(positionOf(context.canvasElement)).toBe('fixed')
  }
})

/** Without an announcement, the element takes no space. */
export const Nothing = meta.story({ ...element, beforeEach: () => asked({ status: 204 }) })
export const Loading = meta.story({ ...element, beforeEach: () => asked('waiting') })
export const Failed = meta.story({ ...element, beforeEach: () => asked({ status: 503 }) })
export const Offline = meta.story({ ...element, beforeEach: () => asked('offline') })

function asked(answer: Answer) {
  return planNetwork(answering(readAnnouncement, answer))
}

function positionOf(canvasElement: HTMLElement): string {
  const root = canvasElement.querySelector('mille-announcement')?.shadowRoot
  const drawn = root?.querySelector('.mille-announcement')
  return drawn ? getComputedStyle(drawn).position : 'none'
}

async function waitForBanner({ canvasElement }: { canvasElement: HTMLElement }) {
  const widget = await insideWidget(canvasElement, 'announcement')
  await expect(await widget.findByRole('region', { name: 'Announcement' })).toBeVisible()
}
