import type { Random } from '../random.ts'

/** Valid and invalid headers such as clients, proxies and attackers send. */
const headers: Record<string, readonly string[]> = {
  accept: ['*/*', 'text/html', 'application/json;q=0', 'x'.repeat(5_000)],
  'accept-encoding': ['gzip', 'deflate', 'identity;q=0', 'gzip;q=x, *;q=0'],
  'accept-language': ['he', '*', 'en;q=1'.repeat(1_000)],
  'if-none-match': ['*', '""', 'W/"a", "b"', '"'.repeat(2_000)],
  range: ['bytes=0-', 'bytes=-1', 'bytes=9-1', `bytes=${'0-1,'.repeat(1_000)}`],
  origin: ['null', 'https://partner.example', 'https://evil.example', 'http://[', ''],
  referer: ['https://evil.example/a?b', 'http://[', 'x'],
  'sec-fetch-site': ['cross-site', 'same-site', 'none', 'x'],
  'x-forwarded-for': ['203.0.113.9', '::1, unknown', ',,,', '1.1.1.1, '.repeat(1_000)],
  forwarded: ['for="_x";proto=https', 'for='],
  'x-http-method-override': ['DELETE'],
  'jwt-aud': ['users', 'x'],
  'user-agent': ['', 'x'.repeat(8_000), 'Mozilla/5.0 ('.repeat(500)],
  'last-event-id': ['1', '-1', '99999999999999999999', 'x'],
  'content-length': ['0', '1', '-1', '999999999999', 'x'],
  authorization: [
    'Bearer',
    'Bearer a.b.c',
    `Bearer ${'x'.repeat(8_000)}`,
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'Basic YTpi'
  ],
  cookie: [
    'session=%; anonymous=%00',
    'session=a; session=b; __proto__=c',
    '; '.repeat(3_000),
    `session=${'x'.repeat(8_000)}`
  ],
  'idempotency-key': ['', ' ', 'x'.repeat(101), 'a b']
}

export function fuzzHeaders(random: Random): Record<string, string> {
  const names = Object.keys(headers)
  const picked = Array.from({ length: 1 + random.below(3) }, () => random.pick(names))
  return Object.fromEntries(picked.map(name => [name, random.pick(headers[name] ?? [''])]))
}
