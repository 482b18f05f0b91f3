import type { ConsentKind } from '@mille/api/constants.ts'
import type { LegalPageList } from '@mille/api/legal/endpoints.ts'
import type { AgreedVersions } from '@mille/stores/session/session.ts'
import { useEffect } from 'react'
import { type Translated, translate } from '../shared/words.ts'
import { agreementMessages } from './agreement-messages.ts'

export type AgreementProps = Translated & {
  /** Is called with the versions that are shown, so that the account stores exactly these. */
  onShown: (agreed: AgreedVersions) => void
}

/**
 * What a person agrees to by creating an account, with links to the versions. Shows nothing while the network has not
 * published terms.
 */
export function Agreement({
  legal,
  onShown,
  words
}: AgreementProps & { legal: LegalPageList | null }) {
  const messages = translate(agreementMessages, words)
  const versionOf = (kind: ConsentKind) =>
    legal?.data.find(it => it.id === kind)?.attributes.version
  const terms = versionOf('terms')
  const privacy = versionOf('privacy')
  useEffect(() => {
    if (terms === undefined) return
    onShown({ terms_version: terms, ...(privacy !== undefined && { privacy_version: privacy }) })
  }, [terms, privacy, onShown])
  if (terms === undefined) return null
  const text = privacy === undefined ? messages.agreeTerms : messages.agreeBoth
  const [before, termsText, between, privacyText, after] = text.split(/[[\]]/)
  // The links open in another tab, so that what is typed in the form stays.
  return (
    <p className="mille-login-help">
      {before}
      <a href={`/legal/terms?version=${terms}`} target="_blank" rel="noopener">
        {termsText}
      </a>
      {between}
      {privacy !== undefined && (
        <a href={`/legal/privacy?version=${privacy}`} target="_blank" rel="noopener">
          {privacyText}
        </a>
      )}
      {after}
    </p>
  )
}
