import type { Api } from '@mille/api/client.ts'
import { type LegalKind, legalKinds } from '@mille/api/constants.ts'
import type { LegalTextList } from '@mille/api/legal/endpoints.ts'
import { createLegalFormStores } from '@mille/stores/admin/legal.ts'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Tabs } from '@mille/ui/tabs/tabs.tsx'
import { useState } from 'react'
import { legalTitles } from '../../legal/messages.ts'
import { useGuardedStores } from '../../page/app-context.tsx'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff } from '../for-staff.ts'
import type { Route } from './+types/legal-page.ts'
import { LegalForm } from './legal-form.tsx'
import { legalAdminMessages as messages } from './legal-messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.legal.listLegalTexts(), args)
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

const createForms = (api: Api, loaded: LegalTextList) =>
  legalKinds.map(kind => createLegalFormStores(api, kind, loaded))

/** The texts of the terms, the privacy policy and the imprint, and their versions. */
export default function LegalPage({ loaderData }: Route.ComponentProps) {
  const forms = useGuardedStores(createForms, loaderData)
  const [kind, setKind] = useState<LegalKind>('terms')
  return (
    <div className={layout.stack}>
      <PageHeader title={messages.title} description={messages.description} />
      <Tabs
        label={messages.tabs}
        value={kind}
        onChange={setKind}
        tabs={forms.map(stores => ({
          id: stores.kind,
          label: legalTitles[stores.kind],
          content: <LegalForm key={stores.kind} stores={stores} />
        }))}
      />
    </div>
  )
}
