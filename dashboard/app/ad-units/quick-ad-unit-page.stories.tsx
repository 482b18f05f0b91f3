import { createAdUnit, type EmbedCode } from '@mille/api/ad-units/endpoints.ts'
import { analysePage, type PageAnalysis } from '@mille/api/page-analyses/endpoints.ts'
import { createSite, readSite, type Site } from '@mille/api/sites/endpoints.ts'
import { emptyAdUnitDraft } from '@mille/stores/ad-unit-draft/ad-unit-rules.ts'
import { given, refused } from '@mille/stores/samples/sample-answer.ts'
import { sampleAdUnit, sampleSite } from '@mille/stores/shared/sample-documents.ts'
import { dark } from '@mille/ui/shared/story-frame.tsx'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import { commonMessages } from '../page/messages.ts'
import { adUnitDetailMessages, adUnitWizardMessages as wizardMessages } from './messages.ts'
import * as page from './quick-ad-unit-page.tsx'
import { quickAdUnitMessages as messages } from './quick-messages.ts'

const read: PageAnalysis['attributes'] = {
  page_url: 'https://blog.example',
  domain_name: 'blog.example',
  is_taken: false,
  reachable: true,
  problem: null,
  problem_code: null,
  title: 'Notes from the village',
  language: 'de',
  category_ids: ['101'],
  rating: null,
  headline: null,
  text: null
}
const unread = { ...read, reachable: false, title: null, language: null, category_ids: [] }
const analysis = (attributes: PageAnalysis['attributes']) =>
  given(analysePage, { data: { type: 'page_analyses', id: '1', attributes } })

const options = {
  page,
  route: 'ad-units/quick',
  who: 'visitor',
  without: {
    empty: 'It has no list.',
    loading: 'The screens before the code are loaded once.',
    withoutRights: 'Anyone may see the first two screens.'
  }
} as const
const look = { ...options, path: '/ad-units/quick?step=look' }
const created = {
  ...options,
  who: 'publisher',
  path: '/ad-units/quick?step=code&unit=1'
} as const
const unverifiedSite: Site = {
  ...sampleSite('1'),
  attributes: { ...sampleSite('1').attributes, state: 'unverified' }
}
const noCode: EmbedCode = {
  script: '',
  head: '',
  place: '',
  script_with_class: '',
  style: '',
  iframe: '',
  invitation: ''
}
const added = given(createSite, { data: unverifiedSite })
const unitMade = given(createAdUnit, { data: sampleAdUnit('1'), meta: { code: noCode } })
const states = pageStates(options)
const code = pageStates(created)

const meta = preview.meta({
  title: 'Pages/Quick ad unit',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

type Story = typeof states.full
type Canvas = ReturnType<typeof within>

function after(story: Story, steps: (canvas: Canvas) => Promise<void>): Story {
  return {
    ...story,
    async play(context) {
      await story.play(context)
      await steps(within(context.canvasElement))
    }
  }
}

/** Begins with what was entered on the first screen. */
function withDraft(story: Story, patch: Partial<typeof emptyAdUnitDraft> = {}): Story {
  return {
    ...story,
    beforeEach() {
      const stop = story.beforeEach()
      const page_url = 'blog.example'
      const typed = { page_url, analysed: page_url, category_ids: ['101'], reached: 7, ...patch }
      localStorage.setItem('draft:adUnitDraft', JSON.stringify({ ...emptyAdUnitDraft, ...typed }))
      return stop
    }
  }
}

const next = (canvas: Canvas) => canvas.findByRole('button', { name: commonMessages.next })
const create = (canvas: Canvas) => canvas.findByRole('button', { name: messages.create })
const address = (canvas: Canvas) =>
  canvas.findByRole('textbox', { name: wizardMessages.fields.page_url })

export const Full = meta.story(states.full)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)

/** By the keyboard alone: the first Enter shows what was found, the second leads to the look. */
export const Proposed = meta.story(
  after(pageStates({ ...options, answers: [analysis(read)] }).full, async canvas => {
    await userEvent.type(await address(canvas), 'blog.example{Enter}')
    await canvas.findByText(wizardMessages.found)
    await canvas.findByText(messages.about('German', 'News'))
    await userEvent.type(await address(canvas), '{Enter}')
    await create(canvas)
  })
)

/** The reason is shown, and a subject can be chosen by hand. */
export const Unreadable = meta.story(
  after(
    pageStates({
      ...options,
      answers: [
        analysis({ ...unread, problem: 'refuses connections', problem_code: 'unreachable' })
      ]
    }).full,
    async canvas => {
      await userEvent.type(await address(canvas), 'blog.example{Enter}')
      await canvas.findByText(/^blog\.example refuses connections\./)
      await userEvent.click(await next(canvas))
      await within(await canvas.findByRole('alert')).findByText(/Choose at least one subject/)
      await userEvent.click(canvas.getByRole('checkbox', { name: 'News' }))
      await userEvent.click(await next(canvas))
      await create(canvas)
    }
  )
)

export const NotAPage = meta.story(
  after(
    pageStates({ ...options, answers: [analysis({ ...read, problem_code: 'not_a_page' })] }).full,
    async canvas => {
      await userEvent.type(await address(canvas), 'blog.example{Enter}')
      await canvas.findByText(/^blog\.example is a file that cannot be read\./)
    }
  )
)

export const Limited = meta.story(
  after(
    pageStates({
      ...options,
      answers: [refused(analysePage, 'too_many_requests', 'Too many requests.')]
    }).full,
    async canvas => {
      await userEvent.type(await address(canvas), 'blog.example{Enter}')
      await canvas.findByText(new RegExp(wizardMessages.goOn))
    }
  )
)

export const Refused = meta.story(
  after(states.full, async canvas => {
    await userEvent.click(await next(canvas))
    const link = await within(await canvas.findByRole('alert')).findByRole('link')
    await expect(link).toHaveAttribute('href', '#page_url')
    await userEvent.click(link)
    await expect(await address(canvas)).toHaveFocus()
  })
)

const lookStates = pageStates(look)

/** What was entered is kept after a reload, and the preview follows every choice. */
export const Look = meta.story(
  after(withDraft(lookStates.full, { size: '300x250' }), async canvas => {
    await create(canvas)
    await waitFor(
      () =>
        expect(
          canvas.getByText('300 × 250', { selector: 'figcaption *, figcaption' })
        ).toBeVisible(),
      {
        timeout: 10_000
      }
    )
    await userEvent.click(canvas.getByText(adUnitDetailMessages.colors))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Background' }), '#102030')
    await waitFor(() => {
      const kept = JSON.parse(localStorage.getItem('draft:adUnitDraft') ?? '{}')
      expect(kept.settings.color).toEqual({ background: '#102030' })
    })
  })
)
export const LookOnPhone = meta.story(withDraft(lookStates.phone))
export const LookRightToLeft = meta.story(withDraft(lookStates.rightToLeft))
export const LookDark = meta.story({ ...withDraft(lookStates.full), ...dark })

/** The fold with the colors opens, and the message leads to the color. */
export const ColorRefused = meta.story(
  after(withDraft(lookStates.full), async canvas => {
    await userEvent.click(canvas.getByText(adUnitDetailMessages.colors))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Background' }), '#1')
    await userEvent.click(canvas.getByText(adUnitDetailMessages.colors))
    await userEvent.click(await create(canvas))
    await userEvent.click(await within(await canvas.findByRole('alert')).findByRole('link'))
    await expect(canvas.getByRole('textbox', { name: 'Background' })).toHaveFocus()
    await userEvent.keyboard('02030')
    await expect(canvas.queryByRole('alert')).toBe(null)
    await expect(canvas.getByRole('textbox', { name: 'Background' })).toBeVisible()
  })
)

/** A visitor is asked for an account, and the choices stay. */
export const AccountNeeded = meta.story(
  after(withDraft(lookStates.full), async canvas => {
    await userEvent.click(await create(canvas))
    await screen.findByRole('dialog')
    await expect(localStorage.getItem('draft:adUnitDraft')).toContain('blog.example')
  })
)

/** What the server refuses is shown on the screen that has its field. */
export const RejectedByServer = meta.story(
  after(
    withDraft(
      pageStates({
        ...look,
        who: 'publisher',
        answers: [refused(createSite, 'site_taken', 'The site belongs to another account.')]
      }).full
    ),
    async canvas => {
      await userEvent.click(await create(canvas))
      await within(await canvas.findByRole('alert')).findByText(/belongs to another account/)
    }
  )
)

/** A double press creates one unit, whose code then waits for its first view. */
export const Created = meta.story(
  after(
    withDraft(pageStates({ ...look, who: 'publisher', answers: [added, unitMade] }).full),
    async canvas => {
      await userEvent.dblClick(await create(canvas))
      await canvas.findByText(adUnitDetailMessages.code, { selector: 'h2' })
      await canvas.findByRole('link', { name: messages.allSettings })
      await expect(localStorage.getItem('draft:adUnitDraft')).toBe(null)
    }
  )
)
const waiting = pageStates({ ...created, answers: [given(readSite, { data: unverifiedSite })] })
export const Code = meta.story(waiting.full)
export const CodeFailed = meta.story(code.failed)
export const CodeWithoutRights = meta.story(code.withoutRights)
export const CodeOnPhone = meta.story(waiting.phone)
export const CodeRightToLeft = meta.story(waiting.rightToLeft)
