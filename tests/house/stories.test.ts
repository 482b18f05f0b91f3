import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const app = resolve(import.meta.dirname, '../../dashboard/app')
const states = {
  full: 'Full',
  empty: 'Empty',
  loading: 'Loading',
  failed: 'Failed',
  withoutRights: 'WithoutRights',
  phone: 'Phone',
  rightToLeft: 'RightToLeft'
}

const readStories = (page: string) => {
  const path = join(app, page.replace(/\.tsx$/, '.stories.tsx'))
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
const routes = readFileSync(join(app, 'routes.ts'), 'utf8')

test('every page has a story for each of its states, or says why it has none', () => {
  expect(pagesOf(routes).length).toBeGreaterThan(45)
  expect(missingStories(routes, readStories)).toEqual([])
})

test('a page that can be empty draws that too', () => {
  const unseen = pagesOf(routes).filter(({ page }) => {
    const isEver = readFileSync(join(app, page), 'utf8').includes('<EmptyState')
    return isEver && !readStories(page).includes('export const Empty = ')
  })
  expect(unseen).toEqual([])
})

test('every page of the stories is the one that its address opens, under Pages', () => {
  const wrong = pagesOf(routes).filter(({ page, route }) => {
    const text = readStories(page)
    return !text.includes(`route: '${route}'`) || !/title: 'Pages\/[A-Z]/.test(text)
  })
  expect(wrong).toEqual([])
})

test('a page without stories and a state without its story are found', () => {
  const added = routes.replace(
    "    route('*'",
    "    route('new', 'new/new-page.tsx'),\n    route('*'"
  )
  expect(missingStories(added, readStories)).toHaveLength(Object.keys(states).length)
  const planted = (page: string) =>
    readStories(page).replace(page.includes('overview') ? /export const Failed = .*/ : /^$/, '')
  expect(missingStories(routes, planted)).toEqual(['overview/overview-page.tsx: Failed'])
})

test('every story is written so that Storybook finds it', () => {
  const root = resolve(app, '../..')
  const files = globSync('{dashboard/app,packages/*}/**/*.stories.tsx', { cwd: root })
  expect(files.length).toBeGreaterThan(150)
  const unseen = files.flatMap(file => unseenStories(readFileSync(join(root, file), 'utf8')))
  expect(unseen).toEqual([])
})

test('a story that a function makes is not found by Storybook', () => {
  const planted =
    "export const Refused = refusedWith('not_found')\nexport const Start = meta.story()\n"
  expect(unseenStories(planted)).toEqual(['Refused'])
})

/** Storybook reads the text of a file, and runs only stories that are made right where they are exported. */
function unseenStories(text: string): (string | undefined)[] {
  const made = text.matchAll(/^export const (\w+) =\s*(?!\s|meta\.story\(|\w+\.extend\()/gm)
  return [...made].map(([, name]) => name)
}

type Page = { route: string; page: string }

function pagesOf(text: string): Page[] {
  const found = text.matchAll(/index\('([^']+)'\)|route\('([^']+)', '([^']+)'\)/g)
  return [...found].map(([, index, route = '/', page = index ?? '']) => ({ route, page }))
}

function missingStories(text: string, read: (page: string) => string): string[] {
  return pagesOf(text).flatMap(({ page }) => {
    const stories = read(page)
    const without = /\bwithout: \{([^}]*)\}/.exec(stories)?.[1] ?? ''
    return Object.entries(states)
      .filter(([state, name]) => {
        const isDrawn = stories.includes(`export const ${name} = meta.story(states.${state})`)
        return !isDrawn && !new RegExp(`\\b${state}: '.+'`).test(without)
      })
      .map(([, name]) => `${page}: ${name}`)
  })
}
