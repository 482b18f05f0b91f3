import { expect, waitFor } from 'storybook/test'
import { elementHtml } from '../../../.storybook/docs/snippets.ts'
import { HostFrame, hostControls, usualHost } from '../../../.storybook/host-frame.tsx'
import preview from '../../../.storybook/preview.tsx'
import { planWidgetNetwork } from '../../../.storybook/widget-network.ts'

/** The other built elements on another site's page. Edit the HTML, or change the page around the elements. */
const meta = preview.meta({
  title: 'Playgrounds/Widgets',
  component: HostFrame,
  tags: ['!autodocs'],
  parameters: { docs: { story: { inline: false, height: '600px' } } },
  args: { ...usualHost, html: '' },
  argTypes: {
    ...hostControls,
    html: { control: 'text', description: 'What the publisher has pasted' },
    opens: { table: { disable: true } },
    height: { table: { disable: true } }
  },
  beforeEach: () => planWidgetNetwork()
})

/** For manual viewing and the introduction: the elements themselves are tested on separate pages. */
const byHand = { tags: ['!test'] }

export const Marketplace = meta.story({
  ...byHand,
  args: { html: elementHtml('marketplace', { limit: '3' }) }
})
export const Announcement = meta.story({
  ...byHand,
  args: { html: elementHtml('announcement', {}) }
})
export const Login = meta.story({
  ...byHand,
  args: { html: elementHtml('login', {}), opens: 'login' }
})
export const Chat = meta.story({ ...byHand, args: { html: elementHtml('chat', {}) } })
export const Feedback = meta.story({
  ...byHand,
  args: { html: elementHtml('feedback', { token: 'a-feedback-token' }) }
})

/** All widgets at once, on a phone, under the strictest content security policy. */
export const EveryWidget = meta.story({
  args: {
    html: [
      elementHtml('ad', { unit: '12', size: '300x250' }),
      elementHtml('marketplace', { limit: '3' }),
      elementHtml('announcement', {}),
      elementHtml('chat', {}),
      elementHtml('feedback', { token: 'a-feedback-token' }),
      elementHtml('login', {})
    ].join('\n'),
    width: 360,
    height: 740,
    policy: 'strict'
  },
  async play({ canvasElement }) {
    await waitFor(
      () => {
        const page = canvasElement.querySelector('iframe')?.contentDocument
        for (const [name, part] of Object.entries(drawn))
          expect(
            page?.querySelector(`mille-${name}`)?.shadowRoot?.querySelector(part),
            name
          ).toBeTruthy()
      },
      { timeout: 20_000 }
    )
  }
})

const drawn = {
  ad: 'a',
  marketplace: 'a',
  announcement: 'section',
  chat: 'button',
  feedback: 'a'
}
