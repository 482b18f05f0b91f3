import type { AdUnit, EmbedCode } from '@mille/api/ad-units/endpoints.ts'
import type { UnitCounts } from '@mille/stores/ad-units/live-check.ts'
import {
  createCodeEmbeddingStores,
  previewDecision
} from '@mille/stores/code-embedding/code-embedding.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { CodeBlock } from '@mille/ui/code-block/code-block.tsx'
import { Tabs } from '@mille/ui/tabs/tabs.tsx'
import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import styles from './code-embedding.module.css'
import { LookForm } from './look-form.tsx'
import { adUnitWizardMessages, adUnitDetailMessages as messages } from './messages.ts'
import { UnitPreview } from './unit-preview.tsx'

// The checks of the code are loaded after the page.
const LiveCheck = lazyPart(async () => (await import('./live-check.tsx')).LiveCheck)
const CodeCheck = lazyPart(async () => (await import('./code-check.tsx')).CodeCheck)

type CodeForm = keyof typeof messages.forms

type Loaded = { unit: AdUnit; code: EmbedCode; counts: UnitCounts | null }
type CodeEmbeddingProps = Loaded & { aside: ReactNode }

/** The code to paste, with `aside` beside it, and a live preview of the unit on a page. */
export function CodeEmbedding({ unit, code: loadedCode, counts, aside }: CodeEmbeddingProps) {
  const api = useApi()
  // Created once: the page reloads its data after other changes, and a look that is being tried must remain.
  const [stores] = useState(() => createCodeEmbeddingStores(api, unit, loadedCode))
  const code = useStore(stores.$code)
  const settings = useStore(stores.$settings)
  const [form, setForm] = useState<CodeForm>('script')
  const decision = useMemo(
    () =>
      previewDecision({ id: unit.id, size: unit.attributes.size }, settings, {
        title: adUnitWizardMessages.sampleTitle,
        text: adUnitWizardMessages.sampleText
      }),
    [unit, settings]
  )

  return (
    <div className={layout.stack}>
      <div className={layout.columns}>
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
            {settings.invitation_link === 'external' && (
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
        {aside}
      </div>
      <Card title={messages.look} description={messages.lookText}>
        <div className={styles.look}>
          <LookForm stores={stores} />
          <figure className={styles.preview}>
            <figcaption>{messages.preview}</figcaption>
            <UnitPreview size={decision.size} decision={decision} />
          </figure>
        </div>
      </Card>
    </div>
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
