import type { AdUnit, EmbedCode } from '@mille/api/ad-units/endpoints.ts'
import type { InvitationLink } from '@mille/api/constants.ts'
import type { UnitCounts } from '@mille/stores/ad-units/live-check.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { CodeBlock } from '@mille/ui/code-block/code-block.tsx'
import { Tabs } from '@mille/ui/tabs/tabs.tsx'
import { Suspense, useState } from 'react'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { adUnitDetailMessages as messages } from './messages.ts'

// The checks of the code are loaded after the page.
const LiveCheck = lazyPart(async () => (await import('./live-check.tsx')).LiveCheck)
const CodeCheck = lazyPart(async () => (await import('./code-check.tsx')).CodeCheck)

type CodeForm = keyof typeof messages.forms

export type LoadedCode = { unit: AdUnit; code: EmbedCode; counts: UnitCounts | null }
type CodeCardProps = LoadedCode & { invitation: InvitationLink }

/** The code to paste in each form, and whether it has been seen on a page. */
export function CodeCard({ unit, code, counts, invitation }: CodeCardProps) {
  const [form, setForm] = useState<CodeForm>('script')
  return (
    <Card title={messages.code} description={messages.codeText}>
      <div className={layout.stack}>
        <Tabs
          label={messages.code}
          value={form}
          onChange={setForm}
          tabs={[
            { id: 'script', label: messages.forms.script, content: codeOf('script', code) },
            { id: 'class', label: messages.forms.class, content: codeOf('class', code) },
            { id: 'iframe', label: messages.forms.iframe, content: codeOf('iframe', code) }
          ]}
        />
        {invitation === 'external' && (
          <div className={layout.tight}>
            <p className={layout.soft}>{messages.invitationCodeText}</p>
            <CodeBlock label={messages.invitationCode} code={code.invitation} />
          </div>
        )}
        <Suspense fallback={null}>
          <LiveCheck loaded={{ unit, counts }} />
        </Suspense>
        <Suspense fallback={null}>
          <CodeCheck unit={unit} />
        </Suspense>
      </div>
    </Card>
  )
}

function codeOf(form: CodeForm, code: EmbedCode) {
  return (
    <div className={layout.tight}>
      <p className={layout.soft}>{messages.formTexts[form]}</p>
      {form === 'script' && (
        <>
          <CodeBlock label={messages.snippet} code={code.script} />
          <details className={layout.more}>
            <summary>{messages.inTwo}</summary>
            <div className={layout.tight}>
              <p className={layout.soft}>{messages.inTwoText}</p>
              <CodeBlock label={messages.head} code={code.head} />
              <CodeBlock label={messages.place} code={code.place} />
            </div>
          </details>
        </>
      )}
      {form === 'iframe' && <CodeBlock label={messages.snippet} code={code.iframe} />}
      {form === 'class' && (
        <>
          <CodeBlock label={messages.snippet} code={code.script_with_class} />
          {code.style !== '' && <CodeBlock label={messages.style} code={code.style} />}
        </>
      )}
    </div>
  )
}
