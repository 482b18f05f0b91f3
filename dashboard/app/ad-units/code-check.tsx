import type { AdUnit, CodeCheck as Checked, CodeFinding } from '@mille/api/ad-units/endpoints.ts'
import { createCodeCheckStores } from '@mille/stores/ad-units/code-check.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { CodeBlock } from '@mille/ui/code-block/code-block.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { problemText } from '../page/messages.ts'
import styles from './code-check.module.css'
import { codeCheckMessages as messages } from './code-check-messages.ts'

/** Makes the server look for the newly pasted code on a page. */
export function CodeCheck({ unit }: { unit: AdUnit }) {
  const api = useApi()
  // Created once: the page reloads its data after other changes, and the check's result must remain.
  const [stores] = useState(() => createCodeCheckStores(api, unit))
  const pageUrl = useStore(stores.$pageUrl)
  const check = useStore(stores.$check)

  function submit(event: FormEvent) {
    event.preventDefault()
    void stores.check()
  }

  return (
    <form className={layout.form} onSubmit={submit} noValidate>
      <TextField
        label={messages.page}
        help={messages.help}
        name="checked_page"
        type="url"
        inputMode="url"
        value={pageUrl}
        onChange={event => stores.changePage(event.target.value)}
      />
      <div>
        <Button type="submit" isLoading={check.status === 'loading'}>
          {check.status === 'idle' ? messages.check : messages.again}
        </Button>
      </div>
      {check.status === 'success' && <Found found={check.found} unitId={unit.id} />}
      {check.status === 'error' && (
        <Notice tone="warning" isLive>
          {problemText(check.problem)}
        </Notice>
      )}
    </form>
  )
}

const tones = {
  found: 'success',
  found_with_problems: 'warning',
  without_script: 'warning',
  other_unit: 'warning',
  not_found: 'warning',
  unreachable: 'alarm'
} as const

function Found({ found, unitId }: { found: Checked['attributes']; unitId: string }) {
  const { state, form, page_url, problem, findings, other_unit_ids } = found
  // Two identical elements have the same problem, so the problem is shown once.
  const different = new Map(findings.map(it => [`${it.code} ${it.line}`, it]))
  return (
    <Notice tone={tones[state]} title={messages.titles[state]} isLive>
      <p>
        {state === 'unreachable'
          ? messages.unreachable(page_url, problem ?? '')
          : state === 'found'
            ? messages.found(page_url, form === 'iframe')
            : messages.texts[state](unitId)}
      </p>
      {findings.length > 0 && (
        <ol className={styles.findings}>
          {[...different].map(([key, finding]) => (
            <li key={key}>
              <Finding finding={finding} />
            </li>
          ))}
        </ol>
      )}
      {other_unit_ids.length > 0 && (
        <p className={layout.row}>
          {messages.others}
          {other_unit_ids.map(id => (
            <Link key={id} href={`/ad-units/${id}`}>
              {messages.unit(id)}
            </Link>
          ))}
        </p>
      )}
    </Notice>
  )
}

/** One finding: what is wrong, the line on the page, and the line that should replace it. */
function Finding({ finding: { code, line, replacement } }: { finding: CodeFinding }) {
  const isNonce = code === 'policy_blocks' && replacement === null
  const isExtra = code === 'preload_differs' && replacement === null
  return (
    <div className={layout.tight}>
      <p>
        {isNonce ? messages.nonce : messages.findings[code]}
        {isExtra && ` ${messages.remove}`}
      </p>
      {line !== null && (
        <p>
          {messages.onPage}{' '}
          <code className={styles.line} dir="ltr">
            {line}
          </code>
        </p>
      )}
      {replacement !== null && (
        <CodeBlock label={line === null ? messages.add : messages.change} code={replacement} />
      )}
    </div>
  )
}
