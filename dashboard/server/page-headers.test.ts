import { expect, test } from 'vitest'
import { pageHeaders } from './page-headers.ts'

const headersFor = (
  isPersonal: boolean,
  development = false,
  hasOpener = false,
  hasWorker = false,
  isByLink = false
) =>
  new Headers(pageHeaders({ nonce: 'n', development, isPersonal, hasWorker, hasOpener, isByLink }))

test('the address of a page that opens by itself is not sent to other sites and search engines', () => {
  const headers = headersFor(false, false, false, false, true)
  expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(headers.get('X-Robots-Tag')).toBe('noindex')
  expect(headers.get('Cache-Control')).toBe('private, no-store')
  expect(headersFor(false).get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
  expect(headersFor(false).has('X-Robots-Tag')).toBe(false)
})

test('no cache keeps what one person sees', () => {
  expect(headersFor(true).get('Cache-Control')).toBe('private, no-store')
  expect(headersFor(false).get('Cache-Control')).toBe('private, no-cache')
})

test('only scripts of this response run, and none that are made of text', () => {
  const policy = headersFor(false).get('Content-Security-Policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'nonce-n' 'strict-dynamic';")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe-eval')
})

test('only the page that verifies bills may start a worker of ours', () => {
  expect(headersFor(false).get('Content-Security-Policy')).toContain("trusted-types 'none'")
  const policy = headersFor(false, false, false, true).get('Content-Security-Policy')
  expect(policy).toContain("worker-src 'self'")
  expect(policy).toContain('trusted-types mille-verify')
})

test('the browser may read what installs the dashboard as an application', () => {
  expect(headersFor(true).get('Content-Security-Policy')).toContain("manifest-src 'self';")
})

test('only a window that another site’s widget has opened may be held by it', () => {
  expect(headersFor(false).get('Cross-Origin-Opener-Policy')).toBe('same-origin')
  expect(headersFor(false, false, true).get('Cross-Origin-Opener-Policy')).toBe('unsafe-none')
})

test('only development lets in more', () => {
  expect(headersFor(false, true).get('Content-Security-Policy')).toContain('ws:')
  expect(headersFor(false).get('Content-Security-Policy')).not.toContain('ws:')
})
