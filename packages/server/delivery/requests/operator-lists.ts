import { readFileSync } from 'node:fs'
import type { Context } from '../../context.ts'
import { parseAddressRanges } from './address-ranges.ts'
import { openOperatorFile } from './operator-file.ts'
import { parseHosts } from './placement.ts'

/**
 * Opens the lists that the operator may change without a restart: addresses of data centers, and sites that show no
 * ads.
 */
export function openOperatorLists({ config, log }: Pick<Context, 'config' | 'log'>) {
  const dataCentres = openOperatorFile(
    {
      path: config.dataCentreFile,
      otherwise: readFileSync(new URL('./data-centres.txt', import.meta.url), 'utf8'),
      parse: parseAddressRanges
    },
    log
  )
  const blockedHosts = openOperatorFile(
    { path: config.blockedReferrersFile, otherwise: '', parse: parseHosts },
    log
  )
  return {
    isDataCentre: (address: string) => dataCentres.current().includes(address),
    isBlockedHost: (host: string) => blockedHosts.current()(host),
    watch() {
      dataCentres.watch()
      blockedHosts.watch()
    },
    stop() {
      dataCentres.stop()
      blockedHosts.stop()
    }
  }
}
