import { createBinder } from '@mille/api/create-binder.ts'
import { type LegalPageList, listLegalPages } from '@mille/api/legal/endpoints.ts'
import { useEffect, useState } from 'react'
import { createOwnTransport } from '../shared/own-transport.ts'
import { Agreement, type AgreementProps } from './agreement.tsx'

/**
 * The agreement in the widget, which asks the network for the current versions. If they cannot be read, the account is
 * created without an agreement, and the dashboard asks for it.
 */
export function LoadedAgreement(props: AgreementProps) {
  const [legal, setLegal] = useState<LegalPageList | null>(null)
  useEffect(() => {
    let isShown = true
    const bind = createBinder({ transport: createOwnTransport(location.origin) })
    void bind({ listLegalPages })
      .listLegalPages()
      .then(read => isShown && read.ok && setLegal(read.value))
    return () => {
      isShown = false
    }
  }, [])
  return <Agreement legal={legal} {...props} />
}
