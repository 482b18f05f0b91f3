import { categories } from '@mille/api/reference-data/categories.ts'
import type { createPageAnalysisStores } from '@mille/stores/page-analysis/page-analysis.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { categoryLabels } from '../page/category-labels.ts'
import { Facts } from '../page/facts.tsx'
import { languageName } from '../page/language-name.ts'
import layout from '../page/layout.module.css'
import { commonMessages, fieldText, problemText } from '../page/messages.ts'
import { disallowedLabels, adUnitWizardMessages as messages } from './messages.ts'
import type { StepProps } from './step-props.ts'

export type PageStepProps = StepProps & { analysis: ReturnType<typeof createPageAnalysisStores> }

/** Asks for the publisher's page and shows what the network finds on it. */
export function PageStep({ stores: { change }, draft, problems, analysis }: PageStepProps) {
  const { fields } = messages
  const state = useStore(analysis.$analysis)
  const refused = (state.status === 'error' && state.page_url) || undefined
  const isRead = state.status === 'success' && state.analysis.problem_code === null
  const isTaken = state.status === 'success' && state.analysis.is_taken
  return (
    <>
      <TextField
        label={fields.page_url}
        help={messages.pageHelp}
        name="page_url"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://example.com/blog"
        value={draft.page_url}
        error={fieldText(fields.page_url, problems.page_url ?? refused)}
        onChange={event => {
          analysis.cancel()
          change({ page_url: event.target.value })
        }}
      />
      {state.status === 'loading' && (
        <div className={layout.tight}>
          <Progress label={messages.analysing} />
          <div>
            <Button size="small" onClick={analysis.cancel}>
              {commonMessages.cancel}
            </Button>
          </div>
        </div>
      )}
      {state.status === 'error' && refused === undefined && (
        <Notice tone="warning" isLive>
          {problemText(state.problem)} {messages.goOn}
        </Notice>
      )}
      {state.status === 'success' && !isTaken && !isRead && (
        <Notice tone="warning" isLive>
          {draft.page_url} {state.analysis.problem ?? messages.isFile}. {messages.goOn}
        </Notice>
      )}
      {state.status === 'success' && !isTaken && isRead && (
        <Notice tone="success" title={messages.found} isLive>
          <Found analysis={state.analysis} />
        </Notice>
      )}
    </>
  )
}

type Analysis = Extract<
  ReturnType<PageStepProps['analysis']['$analysis']['get']>,
  { status: 'success' }
>['analysis']

function Found({ analysis }: { analysis: Analysis }) {
  const { title, language, category_ids, rating } = analysis
  const names = category_ids.map(id => {
    const name = categories.find(it => String(it.id) === id)?.name ?? id
    return categoryLabels[name] ?? name
  })
  return (
    <Facts
      facts={[
        [messages.foundTitle, title ?? '–'],
        [messages.foundLanguage, language === null ? '–' : languageName(language)],
        [messages.fields.category_ids, names.join(', ') || '–'],
        [messages.foundRating, rating === null ? messages.none : disallowedLabels[rating]]
      ]}
    />
  )
}
