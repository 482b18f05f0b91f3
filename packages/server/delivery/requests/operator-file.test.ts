import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { StartError } from '../../start-error.ts'
import { linesOf, openOperatorFile } from './operator-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'mille-list-'))
afterAll(() => rmSync(folder, { recursive: true }))

const log = pino({ level: 'silent' })

function parse(text: string): string[] {
  const lines = linesOf(text).map(({ line }) => line)
  if (lines.includes('wrong')) throw new Error('line 1 is wrong')
  return lines
}

test('follows the file: as it appears, changes, is mistaken, and goes', async () => {
  const path = join(folder, 'list.txt')
  const list = openOperatorFile({ path, otherwise: 'ours', parse }, log)
  expect(list.current()).toEqual(['ours'])
  list.watch()
  const becomes = (lines: string[]) =>
    expect.poll(() => list.current(), { timeout: 6000 }).toEqual(lines)
  writeFileSync(path, 'theirs # since today\n')
  await becomes(['theirs'])
  writeFileSync(path, 'wrong\n')
  await new Promise(resolve => setTimeout(resolve, 2500))
  expect(list.current()).toEqual(['theirs'])
  writeFileSync(path, 'theirs\nand more\n')
  await becomes(['theirs', 'and more'])
  rmSync(path)
  await becomes(['ours'])
  list.stop()
})

test('a mistake stops the start, with the path and the line', () => {
  const path = join(folder, 'mistake.txt')
  writeFileSync(path, 'wrong\n')
  expect(() => openOperatorFile({ path, otherwise: '', parse }, log)).toThrow(
    new StartError(`${path}: line 1 is wrong`)
  )
})
