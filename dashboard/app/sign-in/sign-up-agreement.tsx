import { Agreement, type AgreementProps } from '@mille/widgets/login/agreement.tsx'
import { useApp } from '../page/app-context.tsx'

/** What a person agrees to by creating an account, with the versions that were current when the page was loaded. */
export function SignUpAgreement(props: AgreementProps) {
  return <Agreement legal={useApp().legal ?? null} {...props} />
}
