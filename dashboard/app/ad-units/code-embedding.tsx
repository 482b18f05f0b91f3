import {
  createCodeEmbeddingStores,
  previewDecision
} from '@mille/stores/code-embedding/code-embedding.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { useStore } from '@nanostores/react'
import { type ReactNode, useMemo, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { CodeCard, type LoadedCode } from './code-card.tsx'
import styles from './code-embedding.module.css'
import { LookForm } from './look-form.tsx'
import { adUnitWizardMessages, adUnitDetailMessages as messages } from './messages.ts'
import { UnitPreview } from './unit-preview.tsx'

type CodeEmbeddingProps = LoadedCode & { aside: ReactNode }

/** The code to paste, with `aside` beside it, and a live preview of the unit on a page. */
export function CodeEmbedding({ unit, code: loadedCode, counts, aside }: CodeEmbeddingProps) {
  const api = useApi()
  // Created once: the page reloads its data after other changes, and a look that is being tried must remain.
  const [stores] = useState(() => createCodeEmbeddingStores(api, unit, loadedCode))
  const code = useStore(stores.$code)
  const settings = useStore(stores.$settings)
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
        <CodeCard unit={unit} code={code} counts={counts} invitation={settings.invitation_link} />
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
