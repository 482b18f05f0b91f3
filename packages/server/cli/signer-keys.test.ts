import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { readKey } from './signer-keys.ts'
import { expectNoDumps } from './signer-place.ts'

const key =
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE'
const folder = mkdtempSync(join(tmpdir(), 'mille-signer-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a key in the environment, where it can be read while the signer lives, is for development only', () => {
  const environment = { SIGNER_BITCOIN_XPRV: key }
  expect(readKey('bitcoin', environment)?.privateKey).toBeTruthy()
  expect(() => readKey('bitcoin', { ...environment, NODE_ENV: 'production' })).toThrow(
    'SIGNER_BITCOIN_XPRV is for development'
  )
})

test('a key file that others may read is refused, and what is said of a broken key is not the key', () => {
  const path = join(folder, 'bitcoin.key')
  const environment = { SIGNER_BITCOIN_KEY_FILE: path, NODE_ENV: 'production' }
  writeFileSync(path, `${key}\n`, { mode: 0o600 })
  expect(readKey('bitcoin', environment)?.privateKey).toBeTruthy()
  for (const mode of [0o640, 0o604, 0o660]) {
    chmodSync(path, mode)
    expect(() => readKey('bitcoin', environment)).toThrow('other users can read it')
  }
  chmodSync(path, 0o600)
  writeFileSync(path, key.replace('A', 'B'))
  expect(() => readKey('bitcoin', environment)).toThrow(`${path} must be an extended private key`)
})

test('a signer whose core dump would hold the keys does not start', () => {
  const report = vi.spyOn(process.report, 'getReport')
  const allowed = (soft: number | string) =>
    report.mockReturnValue({ userLimits: { core_file_size_blocks: { soft } } })
  allowed('unlimited')
  expect(expectNoDumps).toThrow('ulimit -c 0')
  allowed(1)
  expect(expectNoDumps).toThrow('ulimit -c 0')
  allowed(0)
  expect(expectNoDumps).not.toThrow()
})
