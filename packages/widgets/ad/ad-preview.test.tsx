import type { Decision } from '@mille/api/delivery/protocol.ts'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { AdPreview } from './ad-preview.tsx'

const decision: Decision = {
  filled: true,
  unit: '0',
  size: '300x250',
  position: 'fixed',
  stickySide: 'header',
  colors: {},
  look: 'card',
  font: 'own',
  label: 'Ad',
  creative: {
    kind: 'text',
    title: 'A title',
    text: 'A text',
    domain: 'advertiser.example',
    action: 'Learn more',
    lang: 'en'
  },
  token: '',
  clickUrl: '#',
  aboutUrl: '#'
}

test('leads nowhere, and says what the ad says', { timeout: 30_000 }, async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() => root.render(<AdPreview decision={decision} />))
  const shadow = place.querySelector('div')?.shadowRoot
  await expect
    .poll(() => shadow?.querySelector('.creative')?.textContent, { timeout: 20_000 })
    .toContain('A title')
  expect(shadow?.querySelector('.label')?.textContent).toBe('Ad')
  expect(shadow?.querySelectorAll('[href]')).toHaveLength(0)
  act(() => root.unmount())
})
