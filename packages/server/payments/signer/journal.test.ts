import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Journal, JournalBroken, openJournal } from './journal.ts'

const key = Buffer.alloc(32, 1)
const opened: Journal[] = []
let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mille-journal-'))
  path = join(folder, 'signed')
})
afterEach(() => {
  for (const it of opened.splice(0)) it.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(keys = [key]): Journal {
  const journal = openJournal(path, keys)
  opened.push(journal)
  return journal
}
function close(): void {
  opened.pop()?.close()
}

test('keeps what was written for the next process that opens it, readable only by its owner', () => {
  const journal = open()
  expect(journal.lines).toEqual([])
  journal.append('{"one":1}')
  journal.append('{"two":2}')
  close()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(open().lines).toEqual(['{"one":1}', '{"two":2}'])
  close()
  // A key that was added later differs from the one that the file was begun with.
  expect(open([Buffer.alloc(32, 2), key]).lines).toHaveLength(2)
})

test('a file that another program has written is never opened', () => {
  const journal = open()
  for (const line of ['one', 'two', 'three']) journal.append(line)
  close()
  const whole = readFileSync(path, 'utf8')
  const lines = whole.trimEnd().split('\n')
  rmSync(path)
  const forged = openJournal(path, [Buffer.alloc(32, 9)])
  forged.close()
  const spoilt = [
    '',
    '[]\n4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945\n',
    whole.replace('two', 'TWO'),
    [lines[0], lines[2], lines[3], ''].join('\n'),
    [lines[0], lines[2], lines[1], lines[3], ''].join('\n'),
    [lines[1], ''].join('\n'),
    readFileSync(path, 'utf8')
  ]
  for (const text of spoilt) {
    writeFileSync(path, text)
    expect(() => open(), JSON.stringify(text)).toThrow(JournalBroken)
  }
  writeFileSync(path, whole)
  expect(open().lines).toEqual(['one', 'two', 'three'])
})

test('shortening or replacing the file stops the signer that has it open', () => {
  const journal = open()
  journal.append('one')
  const whole = readFileSync(path)
  writeFileSync(path, whole.subarray(0, 80))
  expect(() => journal.append('two')).toThrow(JournalBroken)
  writeFileSync(path, whole)
  journal.append('two')
  const other = join(folder, 'other')
  writeFileSync(other, readFileSync(path))
  renameSync(other, path)
  expect(() => journal.append('three')).toThrow(JournalBroken)
  rmSync(path)
  expect(() => journal.append('three')).toThrow(JournalBroken)
})

test('a line that a crash cut off was never answered for, and goes', () => {
  const journal = open()
  journal.append('one')
  const kept = readFileSync(path, 'utf8')
  journal.append('two')
  close()
  for (const end of [3, 40, 1]) {
    const cut = readFileSync(path, 'utf8').slice(0, -end)
    writeFileSync(path, cut)
    const again = open()
    expect(again.lines).toEqual(['one'])
    expect(readFileSync(path, 'utf8')).toBe(kept)
    again.append('two')
    close()
  }
})

test('two signers never write one file', () => {
  open()
  expect(() => openJournal(path, [key])).toThrow(/Another signer, process \d+, writes/)
  close()
  open()
})
