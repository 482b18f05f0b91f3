import { endpoints } from '@mille/api/endpoints.ts'
import { expect, type Locator, type Page } from 'playwright/test'
import sharp from 'sharp'
import { type Losing, loseAnswers, type Mode } from './lose-answers.ts'
import type { FileStep, Known, PictureStep, Step, Write, WriteWorld } from './write.ts'

const patience = { timeout: 20_000 }
/** Maximum time for an answer, in milliseconds: verifying the whole ledger takes half a minute on a busy machine. */
const longestAnswerMs = 90_000

/**
 * Tries one write: first the request does not reach the server, then its answer gets lost, then all is well. Each time
 * the page must still work, keep what was typed and say what happened, and pressing again must continue.
 */
export async function tryWrite(world: WriteWorld, declared: Write): Promise<void> {
  const { page, server, furniture } = world
  const known = { ...furniture, ...(await declared.setup?.(world)) }
  const write = fillIn(declared, known)
  const losing = await loseAnswers(page, write.call)
  losing.mode = 'pass'
  await page.goto(server.url + write.path)
  await page.waitForLoadState('load')
  await settle(page)
  for (const step of write.steps ?? []) await take(page, step)
  const before = await count(world, write)
  const hadWindow = (await windows(page).count()) > 0
  for (const mode of ['refuse', 'lose'] as const) {
    await send(page, write, losing, mode)
    await expectPage(page)
    if (write.says !== false) await expect(saying(page, write)).toBeVisible(patience)
    if (write.again === undefined) await reopen(page, write, hadWindow)
    await expectWords(page, write)
  }
  if (write.count) expect(await count(world, write), 'took effect').toBe(before + 1)
  await send(page, write, losing, 'pass')
  const done = [200, 201, 202, 204, ...(write.over ?? [])]
  // The client renews an outdated token and repeats the call.
  await expect(() =>
    expect(done, JSON.stringify(losing.seen)).toContain(losing.seen.at(-1)?.what)
  ).toPass(patience)
  await expectPage(page)
  // Files that did not arrive stay in their list until they are removed.
  const isKept = isUpload(write.send) && write.again === undefined
  if (write.says !== false && !isKept) await expect(saying(page, write)).toHaveCount(0, patience)
  expectKeys(write, losing)
  if (write.count) expect(await count(world, write), 'as the person meant').toBe(before + 1)
  await losing.end()
}

function isUpload(way: Write['send']): way is Extract<Write['send'], { upload: unknown }> {
  return typeof way === 'object' && 'upload' in way
}

/** Replaces the names in braces, wherever they are in a write. */
function fillIn(write: Write, known: Known): Write {
  const { setup: _, ...plain } = write
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.startsWith('{') || !value.includes(' /api/')
        ? value.replace(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole)
        : value
    if (value instanceof RegExp || value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(replace)
    return Object.fromEntries(
      Object.entries(value).map(([name, it]) => [replace(name), replace(it)])
    )
  }
  return replace(plain) as Write
}

/**
 * Expects all requests to have the same idempotency key if the call takes one: the server then acts only once, which
 * its own tests prove.
 */
function expectKeys({ call }: Write, { seen }: Losing): void {
  // An earlier step may have made the same call for something else, such as a dry run.
  const sent = seen.slice(seen.findIndex(it => it.what === 'refused'))
  const keys = new Set(sent.map(it => it.key))
  const isKeyed = Object.values(endpoints)
    .flatMap(group => Object.values(group))
    .some(it => `${it.method} ${it.path}` === call && it.idempotency !== undefined)
  expect(keys.size, `${call}: ${JSON.stringify(seen)}`).toBe(1)
  expect(keys.has(undefined), call).toBe(!isKeyed)
}

async function send(page: Page, write: Write, losing: Losing, mode: Mode): Promise<void> {
  const { length } = losing.seen
  losing.mode = mode
  const isFirst = mode === 'refuse'
  const way = isFirst ? write.send : (write.again ?? write.send)
  if (isUpload(way)) await upload(page, way.upload)
  else await press(page, way)
  const { call } = write
  await expect
    .poll(() => losing.seen.length, { timeout: longestAnswerMs, message: call })
    .toBeGreaterThan(length)
}

/** Opens a dialog or menu again that was closed by the press: the control that opened it does so again. */
async function reopen(page: Page, { steps = [], send }: Write, hadWindow: boolean): Promise<void> {
  const opener = steps.findLast(it => typeof it === 'string' || it instanceof RegExp)
  if (opener === undefined || isUpload(send)) return
  // A dialog that is about to close does not count as open.
  await page.evaluate(ended)
  const isOpen = hadWindow ? (await windows(page).count()) > 0 : (await find(page, send)) !== null
  if (!isOpen) await take(page, opener)
}

/** Waits until React has drawn its updates and every opening or closing animation has ended. */
async function ended(): Promise<void> {
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
  const running = document
    .getAnimations()
    .filter(it => it.playState === 'running')
    .filter(it => Number.isFinite(it.effect?.getComputedTiming().endTime))
  // An animation is canceled if its element is removed.
  await Promise.allSettled(running.map(it => it.finished))
  await new Promise(requestAnimationFrame)
}

async function upload(page: Page, [width, height]: readonly [number, number]): Promise<void> {
  const create = { width, height, channels: 3, background: '#f7931a' } as const
  const buffer = await sharp({ create }).png().toBuffer()
  const file = { name: 'a-picture.png', mimeType: 'image/png', buffer }
  const place = await front(page)
  await place.locator('input[type=file]').first().setInputFiles(file)
}

function isFile(step: Step): step is FileStep {
  return typeof step === 'object' && 'file' in step && typeof step.file === 'object'
}

function isPicture(step: Step): step is PictureStep {
  return typeof step === 'object' && 'picture' in step && Array.isArray(step.picture)
}

async function chooseFile(page: Page, { file: { name, text } }: FileStep): Promise<void> {
  const answered = page.waitForResponse(it => it.request().method() === 'POST', patience)
  const input = (await front(page)).locator('input[type=file]').first()
  await input.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await (await answered).finished()
}

/** Goes to the next page of a wizard before Continue is pressed again; the first page may check something first. */
async function goOn(page: Page): Promise<void> {
  const current = page.locator('[aria-current=step]')
  const before = await current.textContent({ timeout: 2_000 })
  await press(page, 'Continue')
  await expect(current)
    .not.toHaveText(before ?? '', { timeout: 6_000 })
    .catch(() => undefined)
}

async function take(page: Page, step: Step): Promise<void> {
  if (step === 'Continue') return goOn(page)
  if (typeof step === 'string' || step instanceof RegExp) return press(page, step)
  if (isFile(step)) return chooseFile(page, step)
  if (isPicture(step)) return upload(page, step.picture)
  for (const [label, text] of Object.entries(step)) {
    const control = await field(page, label)
    await expect(control).toBeEditable(patience)
    await control.fill(text)
  }
}

/** Dialogs in front of the page. A toast in a corner calls itself a dialog too. */
const windows = (page: Page) => page.locator('[role=dialog]:not([aria-modal=false]):visible')

/** Returns the dialog in front, or the page if there is none. */
async function front(page: Page): Promise<Locator> {
  return (await windows(page).count()) > 0 ? windows(page).last() : page.locator('body')
}

const roles = [
  'button',
  'link',
  'menuitem',
  'radio',
  'checkbox',
  'combobox',
  'option',
  'tab'
] as const

async function press(page: Page, name: string | RegExp): Promise<void> {
  await expect(async () => {
    const found = await find(page, name)
    if (!found) throw new Error(`Nothing is there by the name of ${name}`)
    // A radio button or checkbox is hidden behind its label.
    await found.target.click({
      timeout: 2_000,
      force: found.role === 'radio' || found.role === 'checkbox'
    })
  }).toPass(patience)
}

/** Finds a control in the dialog in front, or else on the page and in the frame around it. */
async function find(page: Page, name: string | RegExp) {
  const window = (await windows(page).count()) > 0
  const places = window ? [await front(page)] : [page.locator('main'), page.locator('body')]
  for (const place of places) {
    for (const role of roles) {
      const from = role === 'option' ? page.locator('body') : place
      const target = from.getByRole(role, { name, exact: true }).first()
      if (await target.isVisible()) return { role, target }
    }
    // The line that unfolds something has no role.
    const line = place.locator('summary').filter({ hasText: name }).first()
    if (await line.isVisible()) return { role: 'summary', target: line }
  }
  return null
}

async function field(page: Page, label: string): Promise<Locator> {
  return (await front(page)).getByLabel(label, { exact: true }).first()
}

async function expectWords(page: Page, { steps = [], shows }: Write): Promise<void> {
  if (shows !== undefined) {
    await expect(page.getByText(shows).first()).toBeVisible(patience)
    return
  }
  const typed = steps.findLast(
    it => typeof it === 'object' && !(it instanceof RegExp) && !isFile(it) && !isPicture(it)
  )
  for (const [label, text] of Object.entries(typed ?? {}))
    await expect(await field(page, label), label).toHaveValue(text)
}

function saying(page: Page, { says }: Write): Locator {
  return page.getByText(says || 'The server could not be reached').first()
}

async function expectPage(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveText(/\S/)
  // The page behind a dialog has no role, so its element is used.
  await expect(page.locator('main')).toHaveText(/\S/)
}

/** Waits for the page's own code: a press before that would be another test. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await page.waitForLoadState('networkidle')
}

async function count({ server }: WriteWorld, write: Write): Promise<number> {
  if (write.count === undefined) return Number.NaN
  const [row] = await server.query(write.count)
  return Number(row?.count)
}
