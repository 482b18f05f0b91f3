import { chainKinds } from '../../payments/chains.ts'
import { readSignerHealth } from '../../payments/signer-health.ts'
import type { Check } from './check.ts'
import type { Subject } from './subject.ts'

/** Checks of the nodes and the signer. A network without payments has none of them. */
export const chainChecks: readonly Check<Subject>[] = [
  ...chainKinds.map(
    (kind): Check<Subject> => ({
      name: `${kind.title} node`,
      page: 'money.md',
      run: ({ config, now }) => kind.connect(config.payments)?.checkNode(now()) ?? []
    })
  ),
  {
    name: 'Signer',
    page: 'money.md#the-signer',
    run: ({ config }) => readSignerHealth(config.payments)
  }
]
