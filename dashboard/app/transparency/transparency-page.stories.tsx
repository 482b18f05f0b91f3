import { readPublicLog } from '@mille/api/public-log/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import { transparencyMessages as messages } from './messages.ts'
import * as page from './transparency-page.tsx'

const states = pageStates({
  page,
  route: 'transparency',
  who: 'visitor',
  empty: {
    lists: [
      given(readPublicLog, {
        data: {
          type: 'public_logs',
          id: '1',
          attributes: {
            origin: null,
            key: null,
            key_id: null,
            receipt_key: null,
            checkpoints: [],
            anchors: []
          }
        }
      })
    ],
    says: messages.none
  },
  without: { withoutRights: 'Anybody may see it.' }
})

const meta = preview.meta({
  title: 'Pages/Public log',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
