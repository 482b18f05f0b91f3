import {
  bannerStyle,
  type Decision,
  type Empty,
  type Filled,
  needsExtras
} from '@mille/api/delivery/protocol.ts'
import { setWords } from '@mille/api/delivery/typeset.ts'
import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { expect, waitFor } from 'storybook/test'
import { type Answer, answering, planNetwork } from '../../../.storybook/network.ts'
import preview from '../../../.storybook/preview.tsx'
import { insideWidget, WidgetStory } from '../../../.storybook/widget-story.tsx'
import { AdPreview } from './ad-preview.tsx'
import screenful from './ad-stories.module.css'

const filled: Filled = {
  filled: true,
  unit: '1',
  size: '300x250',
  position: 'fixed',
  stickySide: 'header',
  colors: {},
  look: 'card',
  font: 'own',
  label: 'Ad',
  creative: {
    kind: 'text',
    title: 'Cold storage that you can read',
    text: 'An open-source signer with a screen large enough for a whole transaction.',
    domain: 'paperkey.example',
    action: 'Learn more',
    lang: 'en'
  },
  token: 'a token',
  clickUrl: '#advertiser',
  aboutUrl: '#about-ad'
}

const nothing: Empty = {
  filled: false,
  unit: '1',
  reason: 'no_campaign',
  size: '300x250',
  position: 'fixed',
  stickySide: 'header',
  colors: {},
  look: 'card',
  font: 'own',
  label: 'Ad'
}

type Instead = { title: string; text?: string; domain: string; action?: string; clickUrl: string }

const insteadOfAd = ({ clickUrl, ...words }: Instead): Empty => ({
  ...nothing,
  creative: { kind: 'text', text: '', action: '', ...words, lang: 'en' },
  clickUrl
})

/** Longest allowed creative: 60 and 160 characters. */
const longText: Filled['creative'] = {
  kind: 'text',
  title: 'Accept bitcoin without a middleman, in ten minutes, for good',
  text: 'Self-hosted payment processor with invoices, point of sale and plugins. No fees, no third party, your keys. Read how 9,000 shops run it on hardware they own now.',
  domain: 'the-longest-of-domain-names.example.org',
  action: 'Try it for 30 days',
  lang: 'en'
}

type Args = { decision: Decision; theme?: 'light' | 'dark' | undefined }

const meta = preview.meta({
  title: 'Widgets/Ad',
  component: AdStory,
  tags: ['both'],
  args: { decision: filled } as Args,
  beforeEach: ({ args }) => {
    // The canvas has a margin of 16 px on each side.
    const place = { width: innerWidth - 32, height: 0 }
    const set = setWords(args.decision, place)
    return serving({ status: 200, body: { ...set, ...(needsExtras(set) && { extras: true }) } })
  },
  play: async ({ canvasElement }) => void (await linkIn(canvasElement))
})

function AdStory({ decision, theme }: Args) {
  const { unit, size, position } = decision
  return (
    <WidgetStory name="ad" attributes={{ unit, size, theme }}>
      <AdPreview
        decision={decision}
        theme={theme}
        className={position === 'sticky' ? screenful.screenful : undefined}
      />
    </WidgetStory>
  )
}

/** Serves the given answer to the element and accepts its view events. */
function serving(answer: Answer) {
  return planNetwork(
    answering({ method: 'GET', path: '/serve/units/{id}' }, answer),
    answering({ method: 'POST', path: '/serve/view' }, { status: 204 })
  )
}

export const Playground = meta.story({
  async play({ canvasElement }) {
    const link = await linkIn(canvasElement)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'sponsored noopener')
  }
})

export const Banner = meta.story({ args: { decision: { ...filled, creative: banner(300, 250) } } })

export const InvitationAlone = meta.story({
  args: {
    decision: insteadOfAd({
      title: 'Your ad here',
      text: 'CPM ≈ 0.00012 BTC',
      domain: 'mille.example',
      action: 'Advertise',
      clickUrl: '#invitation'
    })
  }
})

export const OwnFallback = meta.story({
  args: {
    decision: insteadOfAd({
      title: 'Read our book',
      domain: 'book.example',
      clickUrl: 'https://book.example/'
    })
  }
})

export const EmptyPlace = meta.story({
  args: { decision: nothing },
  async play({ canvasElement }) {
    const place = await boxIn(canvasElement)
    await expect(place.getBoundingClientRect()).toMatchObject({ width: 300, height: 250 })
  }
})

export const Adaptive = meta.story({ args: { decision: { ...filled, size: 'Adaptive' } } })

export const WithPictures = meta.story({
  args: {
    decision: {
      ...filled,
      creative: {
        ...longText,
        pictures: { logo: picture(128, 128), illustration: picture(600, 314) }
      }
    }
  }
})

export const LongText = meta.story({ args: { decision: { ...filled, creative: longText } } })

export const Colours = meta.story({
  args: {
    decision: {
      ...filled,
      colors: {
        background: '#12324a',
        title: '#ffd166',
        title_hover: '#ffffff',
        text: '#d7e3ec',
        link: '#8ecae6',
        link_hover: '#ffffff'
      }
    }
  }
})

/** Colors that the publisher leaves unset are legible on the chosen background. */
export const GroundAlone = meta.story({
  tags: ['!both'],
  render: () => (
    <>
      {['#0b3d2e', '#fff3d6', '#7a1f3d', '#9fd3c7'].map(background => (
        <AdPreview
          key={background}
          decision={{ ...filled, size: '320x100', colors: { background } }}
        />
      ))}
    </>
  )
})

export const Dark = meta.story({ args: { theme: 'dark', decision: filled } })

export const RightToLeft = meta.story({
  globals: { direction: 'rtl' },
  args: {
    decision: {
      ...filled,
      size: '728x90',
      label: 'מודעה',
      creative: {
        kind: 'text',
        title: 'אחסון קר שאפשר לקרוא',
        text: 'מכשיר חתימה בקוד פתוח עם מסך גדול דיו לעסקה שלמה.',
        domain: 'paperkey.example',
        action: 'למידע נוסף',
        lang: 'he'
      }
    } satisfies Filled
  }
})

const sticking = { parameters: { layout: 'fullscreen' as const } }
export const StickyHeader = meta.story({
  ...sticking,
  args: { decision: sticky('header', '728x90') }
})
export const StickyFooter = meta.story({
  ...sticking,
  args: { decision: sticky('footer', '320x50') }
})
export const StickyLeft = meta.story({ ...sticking, args: { decision: sticky('left', '120x600') } })
export const StickyRight = meta.story({
  ...sticking,
  args: { decision: sticky('right', '160x600') }
})

export const Closed = meta.story({
  ...sticking,
  args: { decision: sticky('footer', '728x90') },
  async play({ canvasElement, userEvent }) {
    // The first box only reserves the space until the ad arrives, so the story waits for the close button.
    const close = await waitFor(async () =>
      (await insideWidget(canvasElement, 'ad')).getByRole('button', { name: 'Close footer ad' })
    )
    const box = await boxIn(canvasElement)
    await userEvent.click(close)
    await expect(box).not.toBeInTheDocument()
  }
})

export const AllSizes = meta.story({
  tags: ['!both'],
  args: { decision: { ...filled, creative: longText } },
  render: ({ decision }) => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '1rem' }}>
      {bannerSizes.map(size => (
        <AdPreview key={size} decision={{ ...decision, size }} />
      ))}
    </div>
  )
})

/** Story of an element whose network is slow, broken or unreachable: its space stays reserved and empty. */
const reserved = {
  globals: { renderer: 'element' },
  tags: ['!both'],
  async play({ canvasElement }: { canvasElement: HTMLElement }) {
    const place = await boxIn(canvasElement)
    await expect(place.getBoundingClientRect()).toMatchObject({ width: 300, height: 250 })
    await expect(place).toBeEmptyDOMElement()
  }
}
export const Loading = meta.story({ ...reserved, beforeEach: () => serving('waiting') })
export const Failed = meta.story({ ...reserved, beforeEach: () => serving({ status: 503 }) })
export const Offline = meta.story({ ...reserved, beforeEach: () => serving('offline') })

function banner(width: number, height: number): Filled['creative'] {
  const source = picture(width, height)
  const style = bannerStyle(width, height)
  return { kind: 'banner', title: 'Paperkey, a signer', source, width, height, style, lang: 'en' }
}

function picture(width: number, height: number): string {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#14213d"/><circle cx="25%" cy="50%" r="20%" fill="#fca311"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}

function sticky(stickySide: Decision['stickySide'], size: Decision['size']): Decision {
  return { ...filled, position: 'sticky', stickySide, size }
}

/** Returns the first link of the ad, once its code and its decision have arrived. */
function linkIn(canvasElement: HTMLElement): Promise<Element | undefined> {
  return waitFor(async () => {
    const [link] = (await insideWidget(canvasElement, 'ad')).getAllByRole('link')
    return link
  })
}

/** Returns the ad's outer box, once it exists. */
function boxIn(canvasElement: HTMLElement): Promise<Element> {
  return waitFor(() => {
    const host = [...canvasElement.querySelectorAll('*')].find(it => it.shadowRoot)
    const box = host?.shadowRoot?.querySelector('.ad')
    if (!box) throw new Error('There is no ad in the story yet')
    return box
  })
}
