import { createApi } from '@mille/api/client.ts'
import type { DisplayCurrency } from '@mille/api/constants.ts'
import { createPopupStores } from '@mille/stores/popups/popups.ts'
import { createSessionStores } from '@mille/stores/session/session.ts'
import { createStepUpStores } from '@mille/stores/settings/step-up.ts'
import { sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { RatesContext } from '@mille/ui/amount/rates-context.ts'
import { type ComponentType, type ReactNode, useState } from 'react'
import { AppProvider } from '../app-context.tsx'

type ReaderProps = {
  /** The currency chosen in the settings. */
  currency: DisplayCurrency | null
  /** USD for one bitcoin, in units of 1e-8 USD. */
  rate?: bigint | null
  children: ReactNode
}

const sampleRate = 64_000n * 100_000_000n

/** Provides a signed-in account with a display currency, and an exchange rate of 64,000 USD for one bitcoin. */
export function Reader({ currency, rate = sampleRate, children }: ReaderProps) {
  const [app] = useState(() => {
    const api = createApi({ transport: async () => new Response() })
    const session = createSessionStores(api, sampleUser({ display_currency: currency }))
    const stepUp = createStepUpStores(api, { get: async () => null })
    return { session, popups: createPopupStores(), stepUp }
  })
  return (
    <AppProvider value={app}>
      <RatesContext value={{ usdPerBitcoin: rate, onUse: () => undefined }}>
        {children}
      </RatesContext>
    </AppProvider>
  )
}

/** Returns a decorator that shows a story to an account with this display currency. */
export const asReader = (currency: DisplayCurrency | null) => (Story: ComponentType) => (
  <Reader currency={currency}>
    <Story />
  </Reader>
)
