import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { buildBill } from './testing/build-bill.ts'
import { documentedPlan } from './testing/example-plan.ts'
import { verifyHere } from './testing/verify-both.ts'

const readHere = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

it('documents a bill whose every byte is what the format says', async () => {
  const document = await readHere('../../docs/bill.md')
  const [, example = ''] = /```jsonl\n([^`]*)```/.exec(document) ?? []
  expect(example).toBe(buildBill(documentedPlan).text)
  const { problem, said, unverified, compare } = verifyHere({ bill: example })
  expect(problem).toBeNull()
  for (const sentence of [...said, ...unverified, ...compare]) expect(document).toContain(sentence)
})

it('has a Python verifier of at most 320 lines that needs the standard library alone', async () => {
  const lines = (await readHere('verify_bill.py')).split('\n')
  expect(lines.length - 1).toBeLessThanOrEqual(320)
  const imported = lines.filter(line => /^(import|from) /.test(line))
  expect(imported).toEqual([
    'import argparse, base64, datetime, hashlib, json, re, sys, time, urllib.error, urllib.request'
  ])
})

it('documents every code', async () => {
  const document = await readHere('../../docs/bill.md')
  const codes = [...(await readHere('wrong.ts')).matchAll(/^ {2}\| '([a-z_]+)'$/gm)].map(
    it => it[1]
  )
  const inPython = await readHere('verify_bill.py')
  expect(codes.length).toBeGreaterThan(40)
  for (const code of codes) {
    expect(document).toContain(`\`${code}\``)
    expect(inPython).toContain(`'${code}'`)
  }
})
