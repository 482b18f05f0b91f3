import { createMemoryStorage } from '@mille/api/csrf.ts'
import { expect, test } from 'vitest'
import { createDraft, type DraftStorage } from './draft.ts'

const initial = { title: '', tags: [] as string[], reached: 0 }

test('keeps what was typed for the next page load', () => {
  const storage = createMemoryStorage()
  const first = createDraft('draft', initial)
  first.restore(storage)
  first.change({ title: 'Typed', tags: ['a'] })

  const second = createDraft('draft', initial)
  expect(second.$draft.get()).toEqual(initial)
  second.restore(storage)
  expect(second.$draft.get()).toEqual({ title: 'Typed', tags: ['a'], reached: 0 })
})

test('what was typed before the code of the page was there is kept, and goes before an older draft', () => {
  const storage = createMemoryStorage()
  const first = createDraft('words', { headline: '', text: '' })
  first.change({ headline: 'Typed early' })
  first.restore(storage)
  expect(storage.getItem('draft:words')).toContain('Typed early')

  const second = createDraft('words', { headline: '', text: '' })
  second.change({ text: 'Typed later' })
  second.restore(storage)
  expect(second.$draft.get()).toEqual({ headline: 'Typed early', text: 'Typed later' })
  expect(storage.getItem('draft:words')).toContain('Typed later')
})

test('a draft that was sent is kept no more, but stays on the screen until the next page', () => {
  const storage = createMemoryStorage()
  const draft = createDraft('draft', initial)
  draft.restore(storage)
  draft.change({ title: 'Typed' })
  draft.finish()
  draft.change({ tags: ['late'] })
  expect(draft.$draft.get().title).toBe('Typed')
  expect(storage.getItem('draft:draft')).toBe(null)
})

test('takes only fields that it knows, of the kind they have', () => {
  const storage = createMemoryStorage()
  storage.setItem(
    'draft:draft',
    JSON.stringify({ title: 5, tags: { 0: 'a' }, reached: 2, old: 'x' })
  )
  const draft = createDraft('draft', initial)
  draft.restore(storage)
  expect(draft.$draft.get()).toEqual({ title: '', tags: [], reached: 2 })
})

test('keeps an object and a list of what began with null', () => {
  const none: { picture: object | null; kinds: string[] | null } = { picture: null, kinds: null }
  const storage = createMemoryStorage()
  const typed = { picture: { id: '1' }, kinds: ['a'] }
  storage.setItem('draft:draft', JSON.stringify(typed))
  const draft = createDraft('draft', none)
  draft.restore(storage)
  expect(draft.$draft.get()).toEqual(typed)
})

test.each(['{', 'null', '"text"', '[1]'])('opens anyway when the storage has %s', text => {
  const storage = createMemoryStorage()
  storage.setItem('draft:draft', text)
  const draft = createDraft('draft', initial)
  draft.restore(storage)
  expect(draft.$draft.get()).toEqual(initial)
})

test('works where the browser refuses storage', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  const storage: DraftStorage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  const draft = createDraft('draft', initial)
  draft.restore(storage)
  draft.change({ title: 'Typed' })
  expect(draft.$draft.get().title).toBe('Typed')
})

test('two drafts do not share what was typed', () => {
  const one = createDraft('draft', initial)
  const other = createDraft('draft', initial)
  one.change({ title: 'Typed' })
  expect(other.$draft.get().title).toBe('')
})
