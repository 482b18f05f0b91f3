import { createBlockRule, deleteBlockRule } from '@mille/api/ad-units/endpoints.ts'
import { readReport } from '@mille/api/reports/endpoints.ts'
import { given, refused } from '@mille/stores/samples/sample-answer.ts'
import { emptyReport, sampleExclusion } from '@mille/stores/samples/sample-reports.ts'
import { expect, screen, waitFor, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './report-page.tsx'

const states = pageStates({
  page,
  route: 'reports',
  who: 'advertiser',
  empty: { lists: [emptyReport], says: 'Nothing in these days' }
})
const publishing = pageStates({
  page,
  route: 'reports',
  path: '/reports?side=publisher&range=custom&from=2026-02-01&to=2026-02-28&compare=1',
  who: 'publisher'
})

const ofCountry = pageStates({
  page,
  route: 'reports',
  path: '/reports?side=advertiser&by=country&country=DE&compare=1',
  who: 'advertiser'
})

const ofSites = pageStates({
  page,
  route: 'reports',
  path: '/reports?side=advertiser&by=site&campaign=1',
  who: 'advertiser',
  answers: [sampleExclusion]
})

const ofAllCampaigns = pageStates({
  page,
  route: 'reports',
  path: '/reports?side=advertiser&by=site',
  who: 'advertiser'
})

const ofSystem = pageStates({
  page,
  route: 'reports',
  path: '/reports?side=advertiser&by=system&system=ios',
  who: 'advertiser'
})

const blockRule = given(createBlockRule, {
  data: {
    type: 'block_rules',
    id: '4',
    attributes: {
      ...{ kind: 'advertiser', domain: null, product_category: null, note: null },
      ...{ site_id: null, ad_unit_id: null },
      ad: { id: '9', title: 'Own your coins', domain: 'wallet.example', advertiser_name: null },
      created_at: '2026-03-02T10:00:00.000Z'
    }
  }
})
const ofAdvertisers = pageStates({
  page,
  route: 'reports',
  path: '/reports?side=publisher&by=advertiser',
  who: 'publisher',
  answers: [blockRule, given(deleteBlockRule, undefined)]
})

const notRemoved = 'The rule could not be removed.'
const stillBlocked = pageStates({
  page,
  route: 'reports',
  path: '/reports?side=publisher&by=advertiser',
  who: 'publisher',
  answers: [blockRule, refused(deleteBlockRule, 'invalid', notRemoved)]
})

const tooMuch = 'There is too much to add up. Choose up to 3 ad units or a shorter range.'
const tooLarge = pageStates({
  page,
  route: 'reports',
  path: '/reports?side=publisher&by=advertiser',
  who: 'publisher',
  answers: [refused(readReport, 'report_too_large', tooMuch, { group_by: 'advertiser' })]
})

const ofCreatives = pageStates({
  page,
  route: 'reports',
  path: '/reports?side=advertiser&by=creative&creative=12',
  who: 'advertiser'
})

const meta = preview.meta({
  title: 'Pages/Reports',
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
export const ForPublishersCompared = meta.story(publishing.full)

export const SortedAndNarrowedByKeyboard = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    canvas.getByRole('button', { name: 'Clicks' }).focus()
    await userEvent.keyboard('{Enter}')
    const header = () => canvas.getByRole('columnheader', { name: 'Clicks' })
    await waitFor(() => expect(header()).toHaveAttribute('aria-sort', 'descending'))
    canvas.getByRole('button', { name: 'Own your coins' }).focus()
    await userEvent.keyboard('{Enter}')
    // A row that is already a filter has no button.
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Own your coins' })).toBeNull())
    await userEvent.click(canvas.getByRole('combobox', { name: 'Days' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Other days' }))
    await expect(await canvas.findByLabelText('From')).toBeVisible()
  }
})

export const OfACountry = meta.story({
  ...ofCountry.full,
  play: async context => {
    await ofCountry.full.play(context)
    const { canvas } = context
    await expect(
      canvas.getByRole('button', { name: 'Remove the filter Country: Germany' })
    ).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Other countries' })).toBeVisible()
    // Each note is shown exactly once.
    await expect(canvas.getByText(/^Only viewable and billable/)).toBeVisible()
    await expect(canvas.getByText(/The period before is not shown/)).toBeVisible()
    const germany = canvas.getByRole('row', { name: /^Germany/ })
    await expect(within(germany).getAllByText('–')).toHaveLength(2)
  }
})

export const SitesExcludedByKeyboard = meta.story({
  ...ofSites.phone,
  play: async context => {
    await ofSites.phone.play(context)
    const { canvas, userEvent } = context
    // The exclusion controls load after the rows.
    await expect(await canvas.findByRole('row', { name: /news\.example Excluded/ })).toBeVisible()
    await expect(canvas.getAllByRole('checkbox', { name: /^Select \w+\.example$/ })).toHaveLength(2)
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
    const open = await canvas.findByRole('button', { name: 'Exclude from campaign' })
    await expect(open).toHaveAttribute('aria-disabled', 'true')
    canvas.getByRole('checkbox', { name: 'Select blog.example' }).focus()
    await userEvent.keyboard(' ')
    await expect(await canvas.findByText('1 selected')).toHaveAttribute('role', 'status')
    open.focus()
    await userEvent.keyboard('{Enter}')
    const name = 'Exclude 1 site from “Own your coins”?'
    const question = await screen.findByRole('dialog', { name })
    await userEvent.click(within(question).getByRole('button', { name: 'Exclude' }))
    await expect(await canvas.findByText('Excluded 1 site.')).toBeVisible()
    await expect(await canvas.findByRole('row', { name: /blog\.example Excluded/ })).toBeVisible()
    await expect(canvas.getByText('Nothing selected')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Undo' })).toBeVisible()
    await waitFor(() => expect(open).toHaveFocus())
  }
})

export const SiteAdvertisedOn = meta.story({
  ...ofAllCampaigns.phone,
  play: async context => {
    await ofAllCampaigns.phone.play(context)
    const { canvas } = context
    // The second site of the sample cannot be selected by a campaign.
    const link = canvas.getByRole('link', { name: /^Advertise on this site/ })
    await expect(link).toHaveAccessibleName('Advertise on this site blog.example')
    await expect(link).toHaveAttribute('href', '/campaigns/new/?source_id=1&source_type=site')
  }
})

export const SitesNotExcluded = meta.story({
  ...ofAllCampaigns.full,
  play: async context => {
    await ofAllCampaigns.full.play(context)
    const { canvas, userEvent } = context
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Select all on this page' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Exclude from campaign' }))
    const question = await screen.findByRole('dialog', {
      name: 'Exclude 2 sites from a campaign?'
    })
    const exclude = within(question).getByRole('button', { name: 'Exclude' })
    await waitFor(() => expect(exclude).not.toHaveAttribute('aria-busy'))
    await userEvent.click(exclude)
    await expect(within(question).getByText('Choose a campaign.')).toBeVisible()
    await userEvent.click(within(question).getByRole('combobox', { name: 'Campaign' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Newsletter, weekends' }))
    await userEvent.click(exclude)
    // The fake network has no sample answer for this call, so the call fails.
    await waitFor(() =>
      expect(within(question).getByRole('alert')).toHaveTextContent(
        'Not excluded: blog.example, news.example'
      )
    )
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(question).not.toBeInTheDocument())
    await expect(canvas.getByText('2 selected')).toBeVisible()
  }
})

export const OfAnOperatingSystem = meta.story({
  ...ofSystem.full,
  play: async context => {
    await ofSystem.full.play(context)
    const { canvas } = context
    await expect(
      canvas.getByRole('button', { name: 'Remove the filter Operating system: iOS' })
    ).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'macOS' })).toBeVisible()
    await expect(canvas.getByText(/they are under “Other”/)).toBeVisible()
  }
})

export const OfCreatives = meta.story({
  ...ofCreatives.full,
  play: async context => {
    await ofCreatives.full.play(context)
    const { canvas } = context
    await expect(
      canvas.getByRole('button', { name: 'Remove the filter Creative: Your keys, your coins (12)' })
    ).toBeVisible()
    await expect(
      canvas.getByRole('button', { name: 'A wallet that forgets nothing (11)' })
    ).toBeVisible()
    await expect(canvas.getByText(/are counted by creative\. Days are in UTC/)).toBeVisible()
    await expect(canvas.getByText('252,000 served')).toBeVisible()
    await expect(canvas.queryByText(/of those drawn were viewable/)).not.toBeInTheDocument()
  }
})

export const SharedByLink = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    await userEvent.click(canvas.getByRole('button', { name: 'Share' }))
    const dialog = await screen.findByRole('dialog', { name: 'Share this report' })
    await waitFor(() => expect(dialog).toHaveTextContent('For the agency'))
    await expect(dialog).toHaveTextContent('Never')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Revoke the link For the agency' })
    )
    const question = await screen.findByRole('dialog', { name: 'Revoke the link For the agency?' })
    await waitFor(() => expect(question).toBeVisible())
  }
})

export const OfTheWholeNetwork = meta.story(
  pageStates({ page, route: 'reports', path: '/reports?side=network', who: 'operator' }).full
)

export const ByAdvertiser = meta.story({
  ...ofAdvertisers.full,
  play: async context => {
    await ofAdvertisers.full.play(context)
    const { canvas } = context
    await expect(await canvas.findByRole('link', { name: 'Own your coins' })).toBeVisible()
    await expect(canvas.getByRole('cell', { name: '55.91%' })).toBeVisible()
    // What is not known of a row has no button.
    await expect(canvas.getAllByRole('button', { name: /^Block / })).toHaveLength(2)
    await expect(canvas.queryByRole('columnheader', { name: 'Requests' })).toBe(null)
    // The table is wider than the page once its own columns have loaded.
    const { scrollWidth, clientWidth } = document.documentElement
    await expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  }
})

/** On a phone, too, an advertiser is blocked without a pointer. */
export const AdvertiserBlockedByKeyboard = meta.story({
  ...ofAdvertisers.phone,
  play: async context => {
    await ofAdvertisers.phone.play(context)
    const { canvas, userEvent } = context
    const button = await canvas.findByRole('button', { name: 'Block wallet.example' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    await expect(await screen.findByRole('radio', { name: /^Its advertiser/ })).toBeChecked()
    screen.getByRole('combobox', { name: /^Where/ }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(2))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('option')).toBe(null))
    screen.getByRole('button', { name: 'Block' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByText('Blocked')).toBeVisible())
    await waitFor(() => expect(button).toHaveFocus())
    const undo = screen.getByRole('button', { name: 'Undo' })
    undo.focus()
    await userEvent.keyboard('{Enter}')
  }
})

/** If the block cannot be undone, the page says so. */
export const BlockNotUndone = meta.story({
  ...stillBlocked.full,
  play: async context => {
    await stillBlocked.full.play(context)
    const { canvas, userEvent } = context
    await userEvent.click(await canvas.findByRole('button', { name: 'Block wallet.example' }))
    await screen.findByRole('radio', { name: /^Its advertiser/ })
    await userEvent.click(screen.getByRole('button', { name: 'Block' }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    await waitFor(() => expect(screen.queryByRole('radio', { name: /^Its/ })).toBeNull())
    await userEvent.click(undo)
    await expect(await canvas.findByText(notRemoved)).toBeVisible()
  }
})

/** The rest of the report, and the choice of other rows, remain. */
export const TooManyAdvertisers = meta.story({
  ...tooLarge.full,
  play: async context => {
    await tooLarge.full.play(context)
    const { canvas, userEvent } = context
    await expect(await canvas.findByText(tooMuch)).toBeVisible()
    await expect(canvas.queryByRole('link', { name: 'Download as CSV' })).toBe(null)
    await expect(canvas.getByRole('heading', { name: 'Advertisers' })).toBeVisible()
    await userEvent.click(canvas.getByRole('combobox', { name: /^Rows/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Ad units' }))
    await waitFor(() => expect(canvas.queryByText(tooMuch)).toBe(null))
  }
})
