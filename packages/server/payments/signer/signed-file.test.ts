import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SignedFamily } from './limits.ts'
import { openSignedFile, SignedFileBroken } from './signed-file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mille-signed-'))
  path = join(folder, 'signed.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const families: SignedFamily[] = [
  { asset: 'BTC', amount: 12_345_678_901_234n, shared: ['ab:0', 'cd:1'], at: 1_700_000_000_000 }
]

test('keeps what was signed for whoever opens it next, readable by its owner alone', () => {
  const file = openSignedFile(path)
  expect(file.read()).toEqual([])
  file.write(families)
  expect(openSignedFile(path).read()).toEqual(families)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a file that is not as it was written is never taken for an empty one', () => {
  const file = openSignedFile(path)
  file.write(families)
  const whole = readFileSync(path, 'utf8')
  const spoilt = [
    '',
    '[]',
    '[]\n',
    whole.slice(0, -30),
    whole.replace('12345', '02345'),
    `${whole}x`
  ]
  for (const text of spoilt) {
    writeFileSync(path, text)
    expect(() => file.read(), JSON.stringify(text)).toThrow(SignedFileBroken)
    expect(() => openSignedFile(path), JSON.stringify(text)).toThrow(SignedFileBroken)
  }
  writeFileSync(path, whole)
  expect(file.read()).toEqual(families)
  rmSync(path)
  expect(() => file.read()).toThrow(SignedFileBroken)
})

test('what a crash left half written beside it does not count', () => {
  openSignedFile(path).write(families)
  writeFileSync(`${path}.new`, '[{"asset":')
  const file = openSignedFile(path)
  expect(file.read()).toEqual(families)
  file.write([])
  expect(openSignedFile(path).read()).toEqual([])
})

test('what cannot be written is not signed for', () => {
  const file = openSignedFile(path)
  rmSync(folder, { recursive: true })
  expect(() => file.write(families)).toThrow(SignedFileBroken)
})
