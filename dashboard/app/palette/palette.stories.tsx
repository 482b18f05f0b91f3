import { listAdUnits } from '@mille/api/ad-units/endpoints.ts'
import { listPeople } from '@mille/api/admin/endpoints.ts'
import { listCampaigns } from '@mille/api/campaigns/endpoints.ts'
import { createApi } from '@mille/api/client.ts'
import { listSites } from '@mille/api/sites/endpoints.ts'
import { createPopupStores } from '@mille/stores/popups/popups.ts'
import { sampleCampaignName } from '@mille/stores/samples/sample-advertising.ts'
import { emptied } from '@mille/stores/samples/sample-answer.ts'
import { sampleAnswers } from '@mille/stores/samples/sample-answers.ts'
import { sampleAccounts } from '@mille/stores/samples/sample-people.ts'
import { createSessionStores } from '@mille/stores/session/session.ts'
import { createStepUpStores } from '@mille/stores/settings/step-up.ts'
import { LinkProvider } from '@mille/ui/link/link.tsx'
import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { ThemeToggle } from '@mille/ui/theme-toggle/theme-toggle.tsx'
import { useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { type PageNetwork, pageTransport, type Who } from '../../../.storybook/page-network.ts'
import preview from '../../../.storybook/preview.tsx'
import { ApiProvider, AppProvider } from '../page/app-context.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { SearchAndKeys } from '../shell/search-and-keys.tsx'
import { SearchButton } from '../shell/search-button.tsx'
import { paletteMessages as messages, shortcutMessages } from './messages.ts'

type FrameProps = {
  who?: Exclude<Who, 'visitor'>
  state?: PageNetwork['state']
  isEmpty?: boolean
  /** Number of initial calls that fail as if there were no network. */
  lostCalls?: number
  onSignOut?: () => void
  onTheme?: (theme: string) => void
}

const lists = [listCampaigns, listAdUnits, listSites, listPeople]

/** The search button and the shortcuts of the frame, with a network that answers with the contract's samples. */
function Frame(props: FrameProps) {
  const { who = 'advertiser', state = 'answering', isEmpty = false, lostCalls = 0 } = props
  const [{ api, app }] = useState(() => {
    const answers = isEmpty ? sampleAnswers.filter(it => lists.includes(it.endpoint as never)) : []
    const network = { who, state, answers: answers.map(emptied), unplanned: [] }
    const answer = pageTransport(network)
    let calls = 0
    const api = createApi({
      async transport(path, init) {
        if (calls++ < lostCalls) throw new TypeError('offline')
        return answer(path, init)
      }
    })
    const session = createSessionStores(api, sampleAccounts[who])
    const stepUp = createStepUpStores(api, { get: async () => null })
    return { api, app: { session, popups: createPopupStores(), stepUp } }
  })
  return (
    <MemoryRouter>
      <ApiProvider value={api}>
        <AppProvider value={app}>
          <LinkProvider component={PageLink}>
            <SearchButton signOut={() => props.onSignOut?.()} />
            <SearchAndKeys />
            <input aria-label="A field of the page" />
            <Address />
            <footer>
              <ThemeToggle value="system" onChange={theme => props.onTheme?.(theme)} />
            </footer>
          </LinkProvider>
        </AppProvider>
      </ApiProvider>
    </MemoryRouter>
  )
}

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}

const meta = preview.meta({
  title: 'Dashboard/Command palette',
  component: Frame,
  decorators: [inFrame('40rem')]
})

async function open() {
  await userEvent.click(screen.getByRole('button', { name: messages.title }))
  return screen.findByRole('combobox')
}
const status = () => within(screen.getByRole('dialog')).getByRole('status')
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
/** Returns the result that the arrow keys have reached, as screen readers announce it. */
const highlighted = () =>
  document.getElementById(
    screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? 'none'
  )
const address = () => screen.getByLabelText('Address')

export const Newest = meta.story({
  async play() {
    const field = await open()
    await waitFor(() => expect(field).toHaveFocus())
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await expect(screen.getByRole('listbox')).toHaveAccessibleName(messages.title)
    await screen.findByRole('option', { name: sampleCampaignName })
    await expect(status()).toHaveTextContent(/^\d+ results$/)
    await expect(screen.queryByRole('option', { name: /Audit log/ })).toBeNull()
  }
})

export const Matching = meta.story({
  async play() {
    const field = await open()
    await screen.findByRole('option', { name: sampleCampaignName })
    await userEvent.type(field, 'docs wall')
    await expect(await screen.findByText(messages.found(1))).toBeVisible()
    await expect(screen.getByRole('option')).toHaveAccessibleName(sampleCampaignName)
  }
})

export const ByKeyboard = meta.story({
  async play() {
    await userEvent.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox')
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.type(field, 'history')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.clear(field)
    await userEvent.type(field, 'campaign')
    const options = screen.getAllByRole('option')
    await expect(options.length).toBeGreaterThan(1)
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(highlighted()).toBe(options[1]))
    await userEvent.keyboard('{Enter}')
    await closed()
    await expect(address()).toHaveTextContent('/campaigns')
  }
})

export const EscapeReturnsTheFocus = meta.story({
  async play() {
    const field = screen.getByLabelText('A field of the page')
    await userEvent.click(field)
    await userEvent.keyboard('{Control>}k{/Control}')
    await waitFor(async () => expect(await screen.findByRole('combobox')).toHaveFocus())
    await userEvent.keyboard('dep{Escape}')
    await closed()
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.keyboard('{Control>}k{/Control}')
    const again = await screen.findByRole('combobox')
    await waitFor(() => expect(again).toHaveFocus())
    await expect(again).toHaveValue('')
    await userEvent.keyboard('{Control>}k{/Control}')
    await closed()
  }
})

export const Loading = meta.story({
  args: { state: 'waiting' },
  async play() {
    await open()
    await expect(status()).toHaveTextContent(messages.loading)
    await expect(screen.getByRole('option', { name: messages.newCampaign })).toBeVisible()
  }
})

export const NothingFound = meta.story({
  async play() {
    const field = await open()
    await screen.findByRole('option', { name: sampleCampaignName })
    await userEvent.type(field, 'zeppelin')
    await expect(await screen.findByText(messages.nothing('zeppelin'))).toBeVisible()
    await expect(screen.queryByRole('option')).toBeNull()
  }
})

export const NothingOfOnesOwn = meta.story({
  args: { isEmpty: true },
  async play() {
    await open()
    await waitFor(() => expect(status()).toHaveTextContent(/results/))
    await expect(screen.queryByText(messages.kinds.campaign, { selector: 'div' })).toBeNull()
    await expect(screen.getByRole('option', { name: messages.newCampaign })).toBeVisible()
  }
})

export const NetworkLost = meta.story({
  args: { lostCalls: 3 },
  async play() {
    await open()
    await expect(await screen.findByRole('alert')).toHaveTextContent(/could not be reached/)
    await expect(screen.getByRole('option', { name: messages.newCampaign })).toBeVisible()
  }
})

export const TriedAgain = meta.story({
  args: { lostCalls: 3 },
  async play() {
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByRole('option', { name: sampleCampaignName })
    await expect(screen.queryByRole('alert')).toBeNull()
  }
})

export const Operator = meta.story({
  args: { who: 'operator' },
  async play() {
    const field = await open()
    await userEvent.type(field, 'ada')
    await userEvent.click(await screen.findByRole('option', { name: 'Ada' }))
    await closed()
    await expect(address()).toHaveTextContent('/admin/users/7')
  }
})

export const OperatorPages = meta.story({
  args: { who: 'operator' },
  async play() {
    const field = await open()
    await userEvent.type(field, 'admin audit')
    await expect(await screen.findByRole('option', { name: /Audit log/ })).toBeVisible()
  }
})

export const Themes = meta.story({
  args: { onTheme: fn() },
  async play({ args }) {
    const field = await open()
    await userEvent.type(field, 'theme dark')
    await waitFor(() => expect(highlighted()).toHaveTextContent(messages.themes.dark))
    await userEvent.keyboard('{Enter}')
    await expect(args.onTheme).toHaveBeenCalledWith('dark')
    await closed()
  }
})

export const SigningOut = meta.story({
  args: { onSignOut: fn() },
  async play({ args }) {
    const field = await open()
    await userEvent.type(field, 'sign out{Enter}')
    await expect(args.onSignOut).toHaveBeenCalledOnce()
    await closed()
  }
})

export const Shortcuts = meta.story({
  args: { who: 'operator' },
  async play() {
    const field = screen.getByLabelText('A field of the page')
    await userEvent.type(field, '?')
    await expect(field).toHaveValue('?')
    await expect(screen.queryByRole('dialog')).toBeNull()
    field.blur()
    await userEvent.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: shortcutMessages.title })
    await expect(dialog).toHaveTextContent(shortcutMessages.approve)
  }
})

export const Phone = meta.story({
  decorators: [inFrame('20rem')],
  globals: { viewport: { value: 'phone' } },
  async play() {
    await open()
    await screen.findByRole('option', { name: sampleCampaignName })
    const { scrollWidth, clientWidth } = document.documentElement
    await expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    const list = screen.getByRole('listbox')
    await expect(list.scrollWidth).toBeLessThanOrEqual(list.clientWidth)
  }
})

export const Dark = Newest.extend(dark)
export const RightToLeft = Newest.extend(rightToLeft)
