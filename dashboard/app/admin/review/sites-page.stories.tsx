import { listSiteQueue } from '@mille/api/admin/endpoints.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import * as page from './sites-page.tsx'

const options = {
  page,
  route: 'admin/sites',
  who: 'operator',
  empty: { lists: [listSiteQueue], says: 'Newly verified sites will appear here.' }
} as const
const states = pageStates(options)
const reviewer = pageStates({ ...options, who: 'reviewer' })

const meta = preview.meta({
  title: 'Pages/Admin sites',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const CategoriesByName = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    // Categories are named as publishers and advertisers see them.
    await expect(context.canvas.getByText('News')).toBeVisible()
  }
})
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
export const ForReviewer = meta.story(reviewer.full)
