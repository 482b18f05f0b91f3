import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './new-order-page.tsx'

const states = pageStates({
  page,
  route: 'publication_orders/new',
  path: '/publication_orders/new?offer_id=6',
  who: 'advertiser',
  without: { empty: 'It has no list.', withoutRights: 'Anybody may see it.' }
})

const meta = preview.meta({
  title: 'Pages/New order',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
