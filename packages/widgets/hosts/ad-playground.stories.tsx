import {
  type AdFont,
  type AdLook,
  adFonts,
  adLooks,
  type StickySide,
  stickySides
} from '@mille/api/constants.ts'
import { type UnitSize, unitSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { expect, waitFor } from 'storybook/test'
import { type Attributes, elementHtml } from '../../../.storybook/docs/snippets.ts'
import {
  HostFrame,
  type HostFrameProps,
  hostControls,
  usualHost
} from '../../../.storybook/host-frame.tsx'
import preview from '../../../.storybook/preview.tsx'
import { type CreativeKind, planWidgetNetwork } from '../../../.storybook/widget-network.ts'

type Color = 'background' | 'title' | 'title-hover' | 'text' | 'link' | 'link-hover'

type Args = Omit<HostFrameProps, 'html' | 'theme'> & {
  pageTheme: HostFrameProps['theme']
  unit: string
  size: UnitSize
  position: 'fixed' | 'sticky'
  'sticky-side': StickySide
  look: AdLook
  font: AdFont
  theme: 'light' | 'dark' | undefined
  creative: CreativeKind
  invitation: boolean
} & { [Name in Color as `color-${Name}`]?: string | undefined }

const { theme: pageTheme, ...usual } = usualHost
const { theme: pageThemeControl, ...controls } = hostControls
const color = { control: 'color', table: { category: 'Colors' } } as const

/** The built `<mille-ad>` on another site's page, with controls for its attributes and for the page. */
const meta = preview.meta({
  title: 'Playgrounds/Ad',
  component: AdPlayground,
  tags: ['!autodocs'],
  args: {
    ...usual,
    pageTheme,
    unit: '12',
    size: '300x250',
    position: 'fixed',
    'sticky-side': 'footer',
    look: 'card',
    font: 'own',
    creative: 'text',
    invitation: true
  } as Args,
  argTypes: {
    ...controls,
    pageTheme: { ...pageThemeControl, description: 'Color scheme of the page' },
    size: { control: 'select', options: unitSizes },
    position: { control: 'inline-radio', options: ['fixed', 'sticky'] },
    'sticky-side': {
      control: 'inline-radio',
      options: stickySides,
      if: { arg: 'position', eq: 'sticky' }
    },
    look: { control: 'inline-radio', options: adLooks },
    font: { control: 'inline-radio', options: adFonts },
    theme: { control: 'inline-radio', options: ['light', 'dark'] },
    creative: {
      control: 'inline-radio',
      options: ['text', 'text with pictures', 'banner', 'none'],
      description: 'What the network answers'
    },
    'color-background': color,
    'color-title': color,
    'color-title-hover': color,
    'color-text': color,
    'color-link': color,
    'color-link-hover': color
  },
  beforeEach: ({ args }) => planWidgetNetwork(args)
})

function AdPlayground(args: Args) {
  const { pageTheme, creative, invitation, host, language, width, height, policy, ...rest } = args
  const { 'sticky-side': side, ...attributes } = rest
  const sticky = rest.position === 'sticky' ? { 'sticky-side': side } : {}
  // A changed network answer changes the HTML too, so that the page is reloaded.
  const html = `<!-- ${creative} ${invitation} -->${elementHtml('ad', { ...attributes, ...sticky } as Attributes)}`
  return <HostFrame {...{ html, host, language, width, height, policy, theme: pageTheme }} />
}

export const Playground = meta.story({
  async play({ canvasElement }) {
    await waitFor(() => expect(shadowIn(canvasElement).querySelector('a')).not.toBeNull(), {
      timeout: 10_000
    })
  }
})

/** A sticky ad on a phone's screen. */
export const StickyOnAPhone = meta.story({
  tags: ['!test'],
  args: { position: 'sticky', size: '320x50', width: 360, height: 740 } as Partial<Args>
})

export const StickyAtTheSide = meta.story({
  tags: ['!test'],
  args: { position: 'sticky', 'sticky-side': 'right', size: '160x600', width: 1280, height: 740 }
})

function shadowIn(canvasElement: HTMLElement): ShadowRoot {
  const page = canvasElement.querySelector('iframe')?.contentDocument
  const root = page?.querySelector('mille-ad')?.shadowRoot
  if (!root) throw new Error('The ad is not there yet')
  return root
}
