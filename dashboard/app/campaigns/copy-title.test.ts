import { viewCampaign } from '@mille/stores/campaigns/campaign-view.ts'
import { sampleCampaignDocument } from '@mille/stores/shared/sample-documents.ts'
import { expect, test } from 'vitest'
import { campaignTitle } from './campaign-messages.ts'
import { copyTitle } from './copy-title.ts'

const named = (name: string | null) => viewCampaign(sampleCampaignDocument('12', { name }))

test('a campaign is called by its name, else by its headline, else by its number', () => {
  expect(campaignTitle(named('Autumn, docs sites'))).toBe('Autumn, docs sites')
  expect(campaignTitle(named(null))).toBe('Headline 12')
  expect(campaignTitle({ ...named(null), creative: null })).toBe('Campaign 12')
})

test('a copy says what it is a copy of, cut to what a name has room for', () => {
  expect(copyTitle(named('Autumn'))).toBe('Copy of Autumn')
  expect(copyTitle(named(null))).toBe('Copy of Headline 12')
  expect(copyTitle(named('x'.repeat(80)))).toBe(`Copy of ${'x'.repeat(72)}`)
  expect(copyTitle(named(`${'x'.repeat(71)} ${'y'.repeat(8)}`))).toBe(`Copy of ${'x'.repeat(71)}`)
  expect(copyTitle(named(`${'x'.repeat(71)}😀`))).toBe(`Copy of ${'x'.repeat(71)}`)
})
