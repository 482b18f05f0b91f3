import { createApi } from '@mille/api/client.ts'
import { createCampaignDraftStores } from '@mille/stores/campaign-draft/campaign-draft.ts'
import { draftOfCampaign } from '@mille/stores/campaign-draft/edited-campaign.ts'
import { hourPresets } from '@mille/stores/campaign-draft/week-hours.ts'
import { viewCampaign } from '@mille/stores/campaigns/campaign-view.ts'
import { createPopupStores } from '@mille/stores/popups/popups.ts'
import { createSessionStores } from '@mille/stores/session/session.ts'
import { createStepUpStores } from '@mille/stores/settings/step-up.ts'
import {
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '@mille/stores/shared/fake-transport.ts'
import { sampleCampaignDocument, sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { noTraffic } from '@mille/stores/traffic-selection/selection-rules.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { expect, fireEvent, type within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { AppProvider } from '../page/app-context.tsx'
import { HoursCard } from './hours-card.tsx'

type FrameProps = {
  hours?: string[] | null
  /** The time zones of the saved hours and of the account. */
  zones?: readonly [saved: string, account: string]
  answer?: () => Response
}

/** The hours of an edited campaign, with a server that gives this answer. */
function Frame({ hours = hourPresets.weekdays, zones, answer }: FrameProps) {
  const [savedZone, accountZone] = zones ?? ['Europe/Berlin', 'Europe/Berlin']
  const [{ stores, app }] = useState(() => {
    const sample = sampleCampaignDocument('1', {
      hours,
      hours_time_zone: hours && savedZone
    })
    const { transport } = createFakeTransport(answer ?? (() => jsonResponse(sample)))
    const api = createApi({ transport })
    const draft = draftOfCampaign(viewCampaign(sample), noTraffic)
    const session = createSessionStores(api, sampleUser({ time_zone: accountZone }))
    const stepUp = createStepUpStores(api, { get: async () => null })
    return {
      stores: createCampaignDraftStores(api, { id: '1', paymentModelId: '1', draft }),
      app: { session, stepUp, popups: createPopupStores() }
    }
  })
  const draft = useStore(stores.$draft)
  const { fields } = useStore(stores.$problems)
  return (
    <AppProvider value={app}>
      <HoursCard stores={stores} draft={draft} problems={fields} />
      <Button onClick={() => void stores.submit()}>Save</Button>
    </AppProvider>
  )
}

const meta = preview.meta({
  title: 'Dashboard/Hours',
  component: Frame,
  decorators: [inFrame('48rem')]
})

type Canvas = ReturnType<typeof within>

const hour = (canvas: Canvas, name: string) => canvas.findByRole('gridcell', { name })

export const Weekdays = meta.story({
  async play({ canvas }) {
    await expect(await hour(canvas, 'Monday, 09:00–10:00')).toHaveAttribute('aria-selected', 'true')
    await expect(canvas.getByText('Monday to Friday, 09:00–18:00, Europe/Berlin')).toBeVisible()
    await expect(canvas.getAllByRole('gridcell')).toHaveLength(168)
  }
})

export const Always = meta.story({
  args: { hours: null },
  async play({ canvas, userEvent }) {
    await expect(canvas.queryByRole('grid')).toBeNull()
    await userEvent.click(canvas.getByRole('radio', { name: 'Only in these hours' }))
    await expect(canvas.getByText('Monday to Friday, 09:00–18:00, Europe/Berlin')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Evenings and weekends' }))
    const text = 'Monday to Friday, 18:00–24:00; Saturday and Sunday, all day, Europe/Berlin'
    await expect(canvas.getByText(text)).toBeVisible()
    // The hours chosen before “Always” return when the schedule is limited again.
    await userEvent.click(canvas.getByRole('radio', { name: 'Always' }))
    await expect(canvas.queryByText(text)).toBeNull()
    await userEvent.click(canvas.getByRole('radio', { name: 'Only in these hours' }))
    await expect(canvas.getByText(text)).toBeVisible()
  }
})

export const ByMouse = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: await hour(canvas, 'Saturday, 10:00–11:00') },
      { target: await hour(canvas, 'Sunday, 15:00–16:00') },
      // Moving the pointer back by two hours undoes the part that was painted too far.
      { target: await hour(canvas, 'Sunday, 13:00–14:00') },
      { keys: '[/MouseLeft]' },
      { target: await hour(canvas, 'Sunday, 20:00–21:00') }
    ])
    const painted = 'Monday to Friday, 09:00–18:00; Saturday and Sunday, 10:00–14:00, Europe/Berlin'
    await expect(canvas.getByText(painted)).toBeVisible()
    // A click on a chosen hour clears it.
    await userEvent.click(await hour(canvas, 'Saturday, 10:00–11:00'))
    await expect(await hour(canvas, 'Saturday, 10:00–11:00')).toHaveAttribute(
      'aria-selected',
      'false'
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Sun, all day' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Sat, all day' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Sat, all day' }))
    await userEvent.click(canvas.getByRole('button', { name: '08:00–09:00, every day' }))
    const text =
      'Monday to Friday, 08:00–18:00; Saturday, 08:00–09:00; Sunday, all day, Europe/Berlin'
    await expect(canvas.getByText(text)).toBeVisible()
  }
})

/** A moving finger scrolls the page, where a mouse would paint hours. */
export const ByFinger = meta.story({
  async play({ canvas, userEvent }) {
    const [first, second] = [
      await hour(canvas, 'Sunday, 10:00–11:00'),
      await hour(canvas, 'Sunday, 12:00–13:00')
    ]
    await fireEvent.pointerDown(first, { pointerType: 'touch', button: 0, buttons: 1 })
    await fireEvent.pointerOver(second, { pointerType: 'touch', buttons: 1 })
    await expect(first).toHaveAttribute('aria-selected', 'false')
    await userEvent.pointer([{ keys: '[TouchA]', target: first }])
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await expect(second).toHaveAttribute('aria-selected', 'false')
  }
})

export const ByKeyboard = meta.story({
  async play({ canvas, userEvent }) {
    await hour(canvas, 'Monday, 00:00–01:00')
    canvas.getByRole('button', { name: 'Choose all' }).focus()
    await userEvent.tab()
    await expect(await hour(canvas, 'Monday, 00:00–01:00')).toHaveFocus()
    // The whole grid is a single tab stop.
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'Change your time zone' })).toHaveFocus()
    await userEvent.tab({ shift: true })
    await userEvent.keyboard('{ArrowRight}{ArrowDown} ')
    await expect(await hour(canvas, 'Tuesday, 01:00–02:00')).toHaveAttribute(
      'aria-selected',
      'true'
    )
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowDown}{ArrowLeft}{/Shift}')
    await expect(await hour(canvas, 'Wednesday, 02:00–03:00')).toHaveFocus()
    const text =
      'Monday, Thursday and Friday, 09:00–18:00; Tuesday and Wednesday, 01:00–03:00 and 09:00–18:00, Europe/Berlin'
    await expect(canvas.getByText(text)).toBeVisible()
    await userEvent.keyboard('{End}{ArrowRight}')
    await expect(await hour(canvas, 'Wednesday, 23:00–24:00')).toHaveFocus()
    await userEvent.keyboard('{Home}{ArrowLeft}')
    const wednesday = canvas.getByRole('button', { name: 'Wed, all day' })
    await expect(wednesday).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(await hour(canvas, 'Wednesday, 00:00–01:00')).toHaveAttribute(
      'aria-selected',
      'true'
    )
    // The top-left corner of the grid cannot take the focus.
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}')
    await expect(canvas.getByRole('button', { name: 'Mon, all day' })).toHaveFocus()
  }
})

export const NoHour = meta.story({
  async play({ canvas, userEvent }) {
    await hour(canvas, 'Monday, 09:00–10:00')
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) {
      const name = canvas.getByRole('button', { name: `${day}, all day` })
      await userEvent.dblClick(name)
    }
    await expect(canvas.getByText('No hours')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    const error = await canvas.findByText('Hours must have at least one hour.')
    await expect(error).toBeVisible()
    await expect(canvas.getByRole('grid')).toHaveAccessibleDescription(
      /Hours must have at least one hour/
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Weekdays, 9–18' }))
    await expect(error).not.toBeInTheDocument()
  }
})

/** The chosen hours remain if the server rejects them. */
export const Refused = meta.story({
  args: {
    answer: () =>
      errorResponse(422, 'invalid', 'hours is refused for a reason', '/data/attributes/hours')
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(await hour(canvas, 'Sunday, 10:00–11:00'))
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(await canvas.findByText('Hours is refused for a reason.')).toBeVisible()
    await expect(await hour(canvas, 'Sunday, 10:00–11:00')).toHaveAttribute('aria-selected', 'true')
  }
})

/**
 * The account's time zone has changed since the hours were saved. The hours keep their old time zone until they are
 * changed.
 */
export const OtherZone = meta.story({
  args: { zones: ['Europe/Berlin', 'Asia/Tokyo'] },
  async play({ canvas, userEvent }) {
    await expect(canvas.getByText('Monday to Friday, 09:00–18:00, Europe/Berlin')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Use Asia/Tokyo' }))
    await expect(canvas.getByText('Monday to Friday, 09:00–18:00, Asia/Tokyo')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Use Asia/Tokyo' })).toBeNull()
  }
})

export const Dark = Weekdays.extend(dark)

export const Narrow = meta.story({
  decorators: [inFrame('20rem')],
  async play({ canvas, userEvent, canvasElement }) {
    const monday = await hour(canvas, 'Monday, 09:00–10:00')
    const { width, height } = monday.getBoundingClientRect()
    await expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth)
    // On narrow screens the days are columns, and the arrow keys follow this layout.
    monday.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    await expect(await hour(canvas, 'Tuesday, 10:00–11:00')).toHaveFocus()
  }
})

export const RightToLeft = meta.story({
  ...rightToLeft,
  async play({ canvas, userEvent }) {
    const cell = await hour(canvas, 'Monday, 09:00–10:00')
    const next = await hour(canvas, 'Monday, 10:00–11:00')
    await expect(next.getBoundingClientRect().left).toBeLessThan(cell.getBoundingClientRect().left)
    cell.focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(next).toHaveFocus()
  }
})
