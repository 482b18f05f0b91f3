import { createCampaign } from '@mille/api/campaigns/endpoints.ts'
import { analysePage, type PageAnalysis } from '@mille/api/page-analyses/endpoints.ts'
import { given, refused } from '@mille/stores/samples/sample-answer.ts'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import { campaignWizardMessages } from './messages.ts'
import * as page from './quick-campaign-page.tsx'
import { quickCampaignMessages as messages } from './quick-messages.ts'

const { fields } = campaignWizardMessages
const read: PageAnalysis['attributes'] = {
  page_url: 'https://bread.example',
  domain_name: 'bread.example',
  is_taken: false,
  reachable: true,
  problem: null,
  problem_code: null,
  title: 'Bread',
  language: 'de',
  category_ids: [],
  rating: null,
  headline: 'Bread from the next village',
  text: 'Baked at four, on your table at seven.'
}
const unread = {
  ...read,
  reachable: false,
  title: null,
  language: null,
  headline: null,
  text: null
}
const analysis = (attributes: PageAnalysis['attributes']) =>
  given(analysePage, { data: { type: 'page_analyses', id: '1', attributes } })

const options = {
  page,
  route: 'campaigns/quick',
  who: 'visitor',
  without: {
    empty: 'It has no list.',
    loading: 'It is loaded once.',
    failed: 'It reads nothing before a link is entered.',
    withoutRights: 'Anybody may see it.'
  }
} as const
const states = pageStates(options)
const found = pageStates({ ...options, answers: [analysis(read)] })
const silent = pageStates({
  ...options,
  answers: [analysis({ ...unread, problem: 'refuses connections', problem_code: 'unreachable' })]
})
const limited = pageStates({
  ...options,
  answers: [refused(analysePage, 'too_many_requests', 'Too many requests.')]
})
const rejected = pageStates({
  ...options,
  who: 'advertiser',
  answers: [analysis(read), refused(createCampaign, 'end_passed', 'The end must be in the future.')]
})

const meta = preview.meta({
  title: 'Pages/Quick campaign',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)

type Story = typeof states.full
type Steps = (form: ReturnType<typeof within>) => Promise<void>

function after(story: Story, steps: Steps): Story {
  return {
    ...story,
    async play(context) {
      await story.play(context)
      await steps(within(context.canvasElement))
    }
  }
}

const field = (form: ReturnType<typeof within>, label: string) =>
  form.findByRole('textbox', { name: new RegExp(`^${label}`) })

async function enterLink(form: ReturnType<typeof within>) {
  await userEvent.type(await field(form, fields.creative_link), 'bread.example{Tab}')
}

/** What a person has typed is kept; the other fields are filled. */
export const Proposed = meta.story(
  after(found.full, async form => {
    await userEvent.type(await field(form, fields.link_text), 'My bread')
    await enterLink(form)
    await expect(
      await form.findAllByText(messages.filled(['creative_text', 'language']))
    ).not.toEqual([])
    await expect(await field(form, fields.link_text)).toHaveValue('My bread')
    await expect(await field(form, fields.creative_text)).toHaveValue(read.text)
  })
)

/** The fields remain empty and can be filled by hand. */
export const Unread = meta.story(
  after(silent.full, async form => {
    await enterLink(form)
    await form.findByText(messages.problems.unreachable(read.page_url, 'refuses connections'))
    await expect(await field(form, fields.link_text)).toHaveValue('')
    await expect(await field(form, fields.link_text)).toBeEnabled()
  })
)

export const Limited = meta.story(
  after(limited.full, async form => {
    await enterLink(form)
    await form.findByText(/^The page could not be read\./)
    await form.findByRole('button', { name: 'Try again' })
  })
)

/** Every missing field is named, in the order of the page. */
export const Refused = meta.story(
  after(states.full, async form => {
    await userEvent.click(await form.findByRole('button', { name: messages.create }))
    const summary = await form.findByRole('alert')
    await expect(
      within(summary)
        .getAllByRole('link')
        .map(it => it.getAttribute('href'))
    ).toEqual(['#creative_link', '#link_text', '#creative_text', '#daily_budget'])
  })
)

/** What the ad sells is a field of this page, and not one of the settings that it does not show. */
export const CategoryChosen = meta.story(
  after(states.full, async form => {
    await userEvent.click(await form.findByText(messages.about('English', 'None of these')))
    const category = () => form.findByRole('combobox', { name: fields.product_category })
    await userEvent.click(await category())
    await userEvent.click(await screen.findByRole('option', { name: 'Crypto exchanges' }))
    await waitFor(async () => expect(await category()).toHaveTextContent('Crypto exchanges'))
    await expect(form.queryByText(messages.moreKept)).toBe(null)
  })
)

export const RejectedByServer = meta.story(
  after(rejected.full, async form => {
    await enterLink(form)
    await userEvent.type(await field(form, fields.daily_budget), '0.001')
    await userEvent.click(await form.findByRole('button', { name: messages.create }))
    await within(await form.findByRole('alert')).findByText('The end must be in the future.')
    await expect(await field(form, fields.link_text)).toHaveValue(read.headline)
  })
)
