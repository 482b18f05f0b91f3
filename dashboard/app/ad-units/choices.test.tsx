import { expect, test } from 'vitest'
import { categoryChoices, sizeChoices } from './choices.ts'

const labels = (choices: readonly { label: string }[]) => choices.map(it => it.label)

test('lists the sizes that are offered and fit the screen, Adaptive always', () => {
  expect(labels(sizeChoices('desktop', ['300x250', '728x90'], 'Adaptive'))).toEqual([
    'Adaptive',
    '300 × 250',
    '728 × 90'
  ])
  expect(labels(sizeChoices('mobile', ['300x250', '728x90'], '300x250'))).toEqual([
    'Adaptive',
    '300 × 250'
  ])
  expect(labels(sizeChoices('desktop', [], 'Adaptive'))).toEqual(['Adaptive'])
})

test('marks the size that a unit has though it is offered no more', () => {
  expect(sizeChoices('desktop', ['300x250'], '728x90')).toEqual([
    { value: 'Adaptive', label: 'Adaptive' },
    { value: '300x250', label: '300 × 250' },
    { value: '728x90', label: '728 × 90 (no longer offered)' }
  ])
})

test('lists the categories that are offered, and those one has, but never the root', () => {
  expect(categoryChoices(['1', '10'], ['102'])).toEqual([
    { value: '10', label: 'Bitcoin' },
    { value: '102', label: 'Adult (no longer offered)' }
  ])
})
