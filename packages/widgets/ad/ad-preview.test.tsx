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
  creative: { kind: 'text', title: 'A title', text: 'A text', domain: 'advertiser.example' },
  token: '',
  clickUrl: '#',
  aboutUrl: '#',
  invitationUrl: null
}

test('leads nowhere, and says what the ad says', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() => root.render(<AdPreview decision={decision} />))
  const shadow = place.querySelector('div')?.shadowRoot
  expect(shadow?.querySelector('.creative')?.textContent).toContain('A title')
  expect(shadow?.querySelector('.label')?.textContent).toBe('Ad')
  expect(shadow?.querySelectorAll('[href]')).toHaveLength(0)
  act(() => root.unmount())
})
