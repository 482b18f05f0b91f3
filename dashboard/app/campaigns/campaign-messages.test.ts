import { viewCampaign } from '@mille/stores/campaigns/campaign-view.ts'
import { sampleCampaignDocument } from '@mille/stores/shared/sample-documents.ts'
import { expect, test } from 'vitest'
import { statusText } from './campaign-messages.ts'

const dates = { starts_at: '2026-12-04T17:00:00.000Z', ends_at: '2026-12-06T23:00:00.000Z' }

test('says when a campaign starts or ended, with the time zone', () => {
  const textOf = (dates_state: 'not_started' | 'open' | 'ended') =>
    statusText(viewCampaign(sampleCampaignDocument('1', { ...dates, dates_state })))
  expect(textOf('not_started')).toBe('Starts on 4 Dec 2026, 17:00 UTC')
  expect(textOf('ended')).toBe('Ended on 6 Dec 2026, 23:00 UTC')
  expect(textOf('open')).toBe('It is shown as long as it has funds.')
})
