import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import { previewDecision } from '@mille/stores/code-embedding/code-embedding.ts'
import { sampleAdUnit } from '@mille/stores/shared/sample-documents.ts'
import { useState } from 'react'
import { expect, fireEvent, userEvent, waitFor, within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { DraftPreview } from './draft-preview.tsx'
import { adUnitWizardMessages } from './messages.ts'
import { UnitPreview } from './unit-preview.tsx'

/** Widths of the preview on a unit's page, in CSS pixels, on screens that are 360 and 1440 pixels wide. */
const places = { phone: 294, desktop: 816 }

type PlacedProps = { size?: UnitSize; position?: 'fixed' | 'sticky'; place?: number }

function Placed({ size = 'Adaptive', position = 'fixed', place = places.desktop }: PlacedProps) {
  const { settings } = sampleAdUnit('7').attributes
  const decision = previewDecision(
    { id: '7', size },
    { ...settings, position },
    {
      title: adUnitWizardMessages.sampleTitle,
      text: adUnitWizardMessages.sampleText
    }
  )
  return (
    <div style={{ inlineSize: place, maxInlineSize: '100%' }}>
      <UnitPreview size={size} decision={decision} />
    </div>
  )
}

const meta = preview.meta({
  title: 'Ad units/Preview',
  component: Placed
})

function adIn(canvas: HTMLElement): HTMLElement | null | undefined {
  const hosts = [...canvas.querySelectorAll('*')].filter(it => it.shadowRoot)
  return hosts[0]?.shadowRoot?.querySelector<HTMLElement>('.ad')
}

/** Returns the CSS grid in which the ad's text is placed. */
const gridOf = (canvas: HTMLElement) => {
  const creative = adIn(canvas)?.querySelector('.creative')
  return creative ? getComputedStyle(creative).gridTemplate : ''
}

/** Expects that the ad has this width on the screen and that nothing around it scrolls. */
async function expectShown(canvas: HTMLElement, width: number): Promise<void> {
  await waitFor(() =>
    expect(Math.abs((adIn(canvas)?.getBoundingClientRect().width ?? 0) - width)).toBeLessThan(2)
  )
  for (const it of canvas.querySelectorAll('*')) {
    const { overflowX } = getComputedStyle(it)
    if (overflowX === 'auto' || overflowX === 'scroll')
      expect(it.scrollWidth).toBeLessThanOrEqual(it.clientWidth)
  }
  const figure = canvas.querySelector('figure')?.getBoundingClientRect()
  const stage = canvas.querySelector('figure')?.parentElement?.getBoundingClientRect()
  expect(figure?.width).toBeLessThanOrEqual(stage?.width ?? 0)
}

const roomOf = (canvas: HTMLElement) =>
  canvas.querySelector('figure')?.parentElement?.clientWidth ?? 0

export const Adaptive = meta.story({
  play: async ({ canvasElement }) => {
    const { getByRole, findByText } = within(canvasElement)
    await expectShown(canvasElement, roomOf(canvasElement))
    const wide = gridOf(canvasElement)
    await userEvent.click(getByRole('button', { name: '320 px' }))
    await findByText('320 × 90')
    await expectShown(canvasElement, 320)
    // The text is laid out again for the narrower width.
    await waitFor(() => expect(gridOf(canvasElement)).not.toBe(wide))
    // Simulated key presses do not move a native slider, so the test sends the slider's change event.
    fireEvent.change(getByRole('slider', { name: 'Width' }), { target: { value: '321' } })
    await findByText('321 × 90')
  }
})

export const AdaptiveOnAPhone = meta.story({
  args: { place: places.phone },
  play: async ({ canvasElement }) => {
    const { getByRole, findByText } = within(canvasElement)
    await expectShown(canvasElement, roomOf(canvasElement))
    await userEvent.click(getByRole('button', { name: '970 px' }))
    await findByText(/^970 × 90, shown at \d\d%$/)
    await expectShown(canvasElement, roomOf(canvasElement))
  }
})

export const Leaderboard = meta.story({
  args: { size: '728x90' },
  play: async ({ canvasElement }) => expectShown(canvasElement, 728)
})

export const LeaderboardOnAPhone = meta.story({
  args: { size: '728x90', place: places.phone },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/^728 × 90, shown at \d\d%$/)
    await expectShown(canvasElement, roomOf(canvasElement))
  }
})

export const Skyscraper = meta.story({
  args: { size: '160x600', place: places.phone },
  play: async ({ canvasElement }) => expectShown(canvasElement, 160)
})

export const Sticky = meta.story({ args: { size: '320x50', position: 'sticky' } })

/** As in the wizard, the stage keeps its height for every chosen size, so the content below does not move. */
export const WhileASizeIsChosen = meta.story({
  args: { place: places.phone },
  render: ({ place }) => <SizesToTry place={place} />,
  play: async ({ canvasElement }) => {
    const { getByRole, findByText } = within(canvasElement)
    const stage = () => canvasElement.querySelector('figure')?.parentElement?.parentElement
    const height = stage()?.clientHeight
    for (const [name, caption] of shownSizes) {
      await userEvent.click(getByRole('button', { name }))
      await findByText(caption)
      expect(stage()?.clientHeight).toBe(height)
    }
    await expectShown(canvasElement, 320 * (160 / 600))
  }
})

const shownSizes = [
  ['728x90', /^728 × 90, shown at \d\d%$/],
  ['300x250', /^300 × 250/],
  ['160x600', /^160 × 600, shown at 53%$/]
] as const

function SizesToTry({ place }: { place?: number | undefined }) {
  const [size, setSize] = useState<UnitSize>('Adaptive')
  return (
    <div style={{ inlineSize: place, maxInlineSize: '100%' }}>
      {shownSizes.map(([name]) => (
        <button key={name} type="button" onClick={() => setSize(name)}>
          {name}
        </button>
      ))}
      <DraftPreview size={size} />
    </div>
  )
}
