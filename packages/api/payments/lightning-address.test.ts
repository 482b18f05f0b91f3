import { expect, test } from 'vitest'
import { isLightningAddress, trimLightning } from './lightning-address.ts'

test.each(['ada@wallet.example', 'a.d_a-1+tips@sub.wallet.example', 'ada@localhost:8443'])(
  '%s is a Lightning Address',
  text => expect(isLightningAddress(text)).toBe(true)
)

test.each([
  '',
  'ada',
  'ada@',
  '@wallet.example',
  'ada@@wallet.example',
  '..@wallet.example',
  '../x@wallet.example',
  'ada@wallet.example/x',
  'ada@wallet.example?x',
  'ada@wallet.example:',
  'ada@wallet.example@evil.example',
  'ada:secret@wallet.example',
  'ada@-wallet.example',
  'ada@wallet..example',
  'ada@wällét.example',
  'ada@[::1]',
  'ada@expyuzz4wqqyqhjn.onion',
  'ada@expyuzz4wqqyqhjn.onion:443',
  `${'a'.repeat(65)}@wallet.example`,
  `ada@${'a.'.repeat(200)}example`,
  'ada@wallet.example\n',
  'ada@1.2.3.999',
  'ada@wallet.1',
  'ada@wallet.example:65536'
])('%j is not a Lightning Address', text => expect(isLightningAddress(text)).toBe(false))

test('spaces, capitals and the name of a link are removed', () => {
  expect(trimLightning(' LIGHTNING:Ada@Wallet.Example ')).toBe('ada@wallet.example')
  expect(trimLightning('lightning://lnbc1')).toBe('lnbc1')
})
