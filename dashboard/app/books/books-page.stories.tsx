import { readBooks } from '@mille/api/books/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleMoment } from '@mille/stores/samples/sample-moments.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './books-page.tsx'
import { booksMessages as messages } from './messages.ts'

const zero = { today: '0', last_30_days: '0', ever: '0' }
const nothing = { billable: 0, rejected: {} }

const states = pageStates({
  page,
  route: 'books',
  who: 'visitor',
  empty: {
    lists: [
      given(readBooks, {
        data: {
          type: 'books',
          id: '1',
          attributes: {
            at: sampleMoment(0),
            totals: [
              { asset: 'BTC', publishers: zero, fees: zero, withdrawals: zero },
              { asset: 'USD', publishers: zero, fees: zero, withdrawals: zero }
            ],
            reserves: [],
            views: { counted_at: null, today: nothing, last_30_days: nothing },
            settlements: []
          }
        }
      })
    ],
    says: messages.noSettlements
  },
  without: { withoutRights: 'Anybody may see it.' }
})

const meta = preview.meta({
  title: 'Pages/Open books',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
