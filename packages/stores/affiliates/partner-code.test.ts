import { expect, test } from 'vitest'
import { heightOfOffers, newPartnerChoice, partnerAddress, partnerCode } from './partner-code.ts'

const url = 'https://mille.example'

test('the code names the partner and only what differs from the widget’s own defaults', () => {
  expect(partnerCode(url, '7', newPartnerChoice)).toBe(
    `<script type="module" async src="https://mille.example/embed/v1/marketplace.js"></script>
<mille-marketplace partner="7" style="display:block;min-height:268px"></mille-marketplace>`
  )
  const chosen = { ...newPartnerChoice, limit: 5, theme: 'dark', language: 'ar' } as const
  expect(partnerCode(url, '7', chosen)).toContain(
    '<mille-marketplace partner="7" limit="5" theme="dark" lang="ar" style="display:block;min-height:452px">'
  )
})

test('the reserved height is that of the offers and the gaps between them', () => {
  expect([1, 2, 12].map(heightOfOffers)).toEqual([84, 176, 1096])
})

test('a link leads to the chosen page with the partner’s number', () => {
  expect(partnerAddress(url, '7', 'home')).toBe('https://mille.example/?partner=7')
  expect(partnerAddress(url, '7', 'publishers')).toBe('https://mille.example/publishers?partner=7')
})
