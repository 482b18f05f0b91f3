import {
  type BlockRule,
  createBlockRule,
  deleteBlockRule,
  listBlockRules
} from '@mille/api/ad-units/endpoints.ts'
import { nameOfProductCategory } from '@mille/api/reference-data/product-categories.ts'
import { listShownAds } from '@mille/api/statistics/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { expect, screen, waitFor } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './blocking-page.tsx'

type Attributes = BlockRule['attributes']

/** The answers of a server that makes this rule, and removes any. */
const changing = (made: Pick<Attributes, 'kind'> & Partial<Attributes>) => [
  given(createBlockRule, {
    data: {
      type: 'block_rules',
      id: '5',
      attributes: {
        ...{ domain: null, ad: null, product_category: null },
        ...{ site_id: null, ad_unit_id: null, note: null },
        created_at: '2026-03-02T10:00:00.000Z',
        ...made
      }
    }
  }),
  given(deleteBlockRule, undefined)
]

/** Returns the button that removes a rule; null if there is no such rule. */
const removeButton = (canvas: Pick<typeof screen, 'queryByRole'>, name: string) =>
  canvas.queryByRole('button', { name: `Remove the rule for ${name}` })

const states = pageStates({
  page,
  route: 'ad-units/blocking',
  who: 'publisher',
  answers: changing({ kind: 'domain', domain: 'shop.example' }),
  empty: { lists: [listBlockRules, given(listShownAds, { data: [] })], says: 'Nothing is blocked' }
})

const meta = preview.meta({
  title: 'Pages/Blocked ads',
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

const ofCampaign = pageStates({
  page,
  route: 'ad-units/blocking',
  who: 'publisher',
  answers: [
    given(listShownAds, {
      data: [
        {
          type: 'shown_ads',
          id: '8',
          attributes: {
            ...{ title: 'Open books for node runners', domain: 'books.example' },
            ...{ advertiser_name: null, product_category: null, ad_unit_id: '1' },
            ...{ viewable: 8400, viewable_of: 'campaign' }
          }
        }
      ]
    })
  ]
})

/** For the first week after an update, views are known by campaign only. */
export const CountedByCampaign = meta.story({
  ...ofCampaign.full,
  play: async context => {
    await ofCampaign.full.play(context)
    await expect(context.canvas.getByRole('cell', { name: '8,400 (all variants)' })).toBeVisible()
    await expect(context.canvas.getByText(/counts all variants of a campaign/)).toBeVisible()
  }
})

export const BlockedByKeyboardAndUndone = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    const rowOf = (name: string) => removeButton(canvas, name)
    canvas.getByRole('button', { name: 'Block domains' }).focus()
    await userEvent.keyboard('{Enter}')
    const domains = await screen.findByRole('textbox', { name: 'Domains' })
    domains.focus()
    await userEvent.keyboard('shop.example')
    screen.getByRole('button', { name: 'Block' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(rowOf('shop.example')).toBeVisible())
    rowOf('casino.example')?.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(rowOf('casino.example')).toBe(null))
    await expect(document.activeElement?.getAttribute('aria-label')).toBe('Blocked ads')
    const [undo] = await screen.findAllByRole('button', { name: 'Undo' })
    if (undo) await userEvent.click(undo)
    await expect(rowOf('shop.example')).toBeVisible()
  }
})

const ofCategories = pageStates({
  page,
  route: 'ad-units/blocking',
  who: 'publisher',
  answers: changing({ kind: 'category', product_category: 'gambling', site_id: '1' })
})
const gambling = 'Casinos, lotteries, and sports betting'

export const CategoriesBlockedByKeyboardAndUndone = meta.story({
  ...ofCategories.full,
  play: async context => {
    await ofCategories.full.play(context)
    const { canvas, userEvent } = context
    const rowOf = (name: string) => removeButton(canvas, name)
    canvas.getByRole('button', { name: 'Block categories' }).focus()
    await userEvent.keyboard('{Enter}')
    const search = await screen.findByRole('searchbox', { name: 'Search categories' })
    await waitFor(() => expect(search).toHaveFocus())
    await userEvent.keyboard('lotter{Enter}')
    const chosen = screen.getByRole('list', { name: 'Chosen categories' })
    await expect(chosen).toHaveTextContent(gambling)
    await userEvent.keyboard('{Tab}')
    await expect(screen.getAllByRole('checkbox')[0]).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(chosen.children).toHaveLength(2)
    screen.getByRole('combobox', { name: 'Where' }).focus()
    await userEvent.keyboard('{Enter}')
    const [site] = await screen.findAllByRole('option', { name: /^Site/ })
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(site).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    screen.getByRole('button', { name: 'Block' }).focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByText('2 categories blocked')
    await expect(rowOf(gambling)).toBeVisible()
    screen.getByRole('button', { name: 'Undo' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(rowOf(gambling)).toBe(null))
    await expect(rowOf('Dating')).toBeVisible()
  }
})

export const AskedWhichCategories = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    await userEvent.click(canvas.getByRole('button', { name: 'Block categories' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Crypto exchanges' }))
    await screen.findByRole('list', { name: 'Chosen categories' })
  }
})
export const AskedWhichCategoriesDark = AskedWhichCategories.extend({
  globals: { theme: 'dark' }
})
export const AskedWhichCategoriesRightToLeft = AskedWhichCategories.extend({
  globals: { direction: 'rtl' }
})
export const AskedWhichCategoriesOnPhone = AskedWhichCategories.extend({
  globals: { viewport: { value: 'phone' } }
})

export const AskedWhatToBlock = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    await userEvent.click(canvas.getByRole('button', { name: 'Block “Own your coins”' }))
    await screen.findByRole('radio', { name: /^Its advertiser/ })
  }
})

const ofShownCategory = pageStates({
  page,
  route: 'ad-units/blocking',
  who: 'publisher',
  answers: changing({ kind: 'category', product_category: 'crypto_wallets' })
})
const wallets = nameOfProductCategory('crypto_wallets') ?? ''

export const CategoryOfAShownAdBlockedByKeyboardAndUndone = meta.story({
  ...ofShownCategory.full,
  play: async context => {
    await ofShownCategory.full.play(context)
    const { canvas, userEvent } = context
    // An ad that does not say what it sells has no such choice.
    await userEvent.click(
      canvas.getByRole('button', { name: 'Block “Open books for node runners”' })
    )
    await screen.findByRole('radio', { name: /^Its advertiser/ })
    await expect(screen.queryByRole('radio', { name: /^What it sells/ })).toBe(null)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    canvas.getByRole('button', { name: 'Block “Own your coins”' }).focus()
    await userEvent.keyboard('{Enter}')
    const sold = await screen.findByRole('radio', { name: /^What it sells/ })
    await expect(sold).toHaveAccessibleName(new RegExp(wallets))
    screen.getByRole('radio', { name: /^This ad/ }).focus()
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(sold).toBeChecked())
    screen.getByRole('button', { name: 'Block' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(removeButton(canvas, wallets)).toBeVisible())
    const undo = await screen.findByRole('button', { name: 'Undo' })
    undo.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(removeButton(canvas, wallets)).toBe(null))
  }
})
