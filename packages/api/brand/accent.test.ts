import { expect, test } from 'vitest'
import { accentColors, accentGrounds, checkAccent, contrastOf, minContrast } from './accent.ts'

test('contrast is that of WCAG', () => {
  expect(contrastOf('#ffffff', '#000000')).toBe(21)
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test.each([
  ['#0b57d0', true],
  ['#1d4ed8', true],
  ['#000000', true],
  // Readable on white, but not on the background of a hovered row.
  ['#767676', false],
  ['#f59e0b', false],
  ['#ffffff', false]
])('whether %s is accepted: %s', (color, isAccepted) => {
  expect(checkAccent(color).ok).toBe(isAccepted)
})

test('suggests the nearest color that passes', () => {
  const found = checkAccent('#f59e0b')
  expect(found).toEqual({ ok: false, contrast: expect.closeTo(1.85, 1), nearest: '#966107' })
  expect(checkAccent('#966107')).toEqual({ ok: true })
  // One step less black does not pass.
  expect(checkAccent('#976207').ok).toBe(false)
})

test.each(['', 'red', '#fff', '#12345', '#1234567', '#GGGGGG', '#0B57D0'])(
  '%j is not a color',
  color => {
    expect(checkAccent(color)).toEqual({ ok: false, nearest: null })
  }
)

test('every accepted color is readable in both themes, as text, under text and when hovered', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  const every = steps.flatMap(r => steps.flatMap(g => steps.map(b => `#${r}${g}${b}`)))
  for (const color of every) {
    const checked = checkAccent(color)
    const accepted = checked.ok ? color : (checked.nearest ?? '')
    const { accent, hover, ink, text, soft } = accentColors(accepted)
    for (const theme of ['light', 'dark'] as const)
      for (const [on, under] of [
        [text, accentGrounds],
        [text, soft],
        [ink, accent],
        [ink, hover],
        [accent, accentGrounds]
      ] as const)
        expect(contrastOf(on[theme], under[theme]), `${color} ${theme}`).toBeGreaterThanOrEqual(
          minContrast
        )
  }
})
