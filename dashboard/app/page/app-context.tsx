import type { Brand } from '@mille/api/brand/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { LegalPageList } from '@mille/api/legal/endpoints.ts'
import type { PopupStores } from '@mille/stores/popups/popups.ts'
import type { SessionStores } from '@mille/stores/session/session.ts'
import type { StepUpStores } from '@mille/stores/settings/step-up.ts'
import { guardApi } from '@mille/stores/shared/guard-api.ts'
import { createContext, useContext, useMemo } from 'react'

/** Values that any part of the page may need, created for one visitor. */
export type AppContext = {
  session: SessionStores
  popups: PopupStores
  /** `stepUp.guard(() => call)` wraps calls that may require the user to confirm their identity. */
  stepUp: StepUpStores
  /** The legal pages that the network has published, if they could be read. */
  legal?: LegalPageList | null
  /** The network's name and colors, if they could be read. */
  brand?: Brand | null
}

const ApiContext = createContext<Api | null>(null)
const AppValues = createContext<AppContext | null>(null)

export const ApiProvider = ApiContext.Provider
export const AppProvider = AppValues.Provider

export function useApi(): Api {
  return present(useContext(ApiContext))
}

export function useApp(): AppContext {
  return present(useContext(AppValues))
}

/** Creates a page's stores from its loaded data, and creates them again when other data is loaded. */
export function useStores<Loaded, Stores>(
  create: (api: Api, loaded: Loaded) => Stores,
  loaded: Loaded
): Stores {
  const api = useApi()
  return useMemo(() => create(api, loaded), [create, api, loaded])
}

/**
 * Creates stores like `useStores`, for calls that may require the user to confirm their identity, as most calls about
 * money do.
 */
export function useGuardedStores<Loaded, Stores>(
  create: (api: Api, loaded: Loaded) => Stores,
  loaded: Loaded
): Stores {
  const api = useApi()
  const { guard } = useApp().stepUp
  return useMemo(() => create(guardApi(api, guard), loaded), [create, api, guard, loaded])
}

function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('The application’s providers are missing')
  return value
}
