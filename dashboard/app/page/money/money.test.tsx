import { createApi } from '@mille/api/client.ts'
import type { DisplayCurrency } from '@mille/api/constants.ts'
import type { Asset } from '@mille/money/amount.ts'
import { createPopupStores } from '@mille/stores/popups/popups.ts'
import { createSessionStores } from '@mille/stores/session/session.ts'
import { createStepUpStores } from '@mille/stores/settings/step-up.ts'
import { sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { RatesContext } from '@mille/ui/amount/rates-context.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AppProvider } from '../app-context.tsx'
import { assetsIn, ReaderAmount, useReaderColumns } from './money.tsx'

const amounts = [
  { asset: 'USD', units: 3_200_000_000n },
  { asset: 'BTC', units: 50_000n }
] as const

test('a list shows the amounts of all its rows in the currency that the reader chose', () => {
  expect(textOf('usd')).toBe('32.00 USD; ≈ 32.00 USD (exactly 0.00050000 BTC); ')
  expect(textOf('satoshi')).toBe('≈ 50,000 sats (exactly 32.00 USD); 50,000 sats; ')
})

test('a list shows the amounts as charged if no currency is chosen, or there is no rate', () => {
  const charged = '32.00 USD; 0.00050000 BTC; '
  expect(textOf(null)).toBe(charged)
  expect(textOf('usd', null)).toBe(charged)
  expect(assetsIn(amounts)).toEqual(['BTC', 'USD'])
  expect(assetsIn(amounts.slice(1))).toEqual(['BTC'])
})

function List({ of }: { of: ReadonlyArray<{ asset: Asset; units: bigint }> }) {
  const columns = useReaderColumns(assetsIn(of))
  return of.map(it => (
    <p key={it.asset}>
      <ReaderAmount {...it} columns={columns} />;{' '}
    </p>
  ))
}

function textOf(currency: DisplayCurrency | null, rate: bigint | null = 64_000n * 100_000_000n) {
  const api = createApi({ transport: async () => new Response() })
  const session = createSessionStores(api, sampleUser({ display_currency: currency }))
  const stepUp = createStepUpStores(api, { get: async () => null })
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <AppProvider value={{ session, popups: createPopupStores(), stepUp }}>
      <RatesContext value={{ usdPerBitcoin: rate, onUse: () => undefined }}>
        <List of={amounts} />
      </RatesContext>
    </AppProvider>
  )
  return page.textContent.replaceAll('\u00a0', ' ')
}
