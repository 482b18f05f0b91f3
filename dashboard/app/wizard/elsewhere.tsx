import type { Problems } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { shortcutMessages as messages } from './messages.ts'
import { stepHref } from './wizard.tsx'

export type ElsewhereProps = {
  problems: Problems
  /** Labels of the fields that the page shows. */
  fieldLabels: Readonly<Record<string, string>>
  /** The wizard's address. */
  path: string
  stepOfFields: (names: readonly string[]) => string | null
}

/** Leads to the wizard's step with a problem that has no field on the page. */
export function Elsewhere({ problems, fieldLabels, path, stepOfFields }: ElsewhereProps) {
  const names = Object.keys(problems.fields).filter(name => !(name in fieldLabels))
  const step = stepOfFields(names)
  if (step === null) return null
  return (
    <Notice
      tone="warning"
      action={
        <Button size="small" href={stepHref(path, step)}>
          {messages.more}
        </Button>
      }
    >
      {messages.elsewhere}
    </Notice>
  )
}
