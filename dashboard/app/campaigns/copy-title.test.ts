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

test('a copy is called as what it is a copy of, cut so that the word has room', () => {
  expect(copyTitle(named('Autumn'))).toBe('Autumn (copy)')
  expect(copyTitle(named(null))).toBe('Headline 12 (copy)')
  expect(copyTitle(named('x'.repeat(80)))).toBe(`${'x'.repeat(73)} (copy)`)
  expect(copyTitle(named(`${'x'.repeat(72)} ${'y'.repeat(7)}`))).toBe(`${'x'.repeat(72)} (copy)`)
  expect(copyTitle(named(`${'x'.repeat(72)}😀`))).toBe(`${'x'.repeat(72)} (copy)`)
})
