import type { Problems } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { FormErrors } from '@mille/ui/form-errors/form-errors.tsx'
import { joinClasses } from '@mille/ui/shared/join-classes.ts'
import { Stepper } from '@mille/ui/stepper/stepper.tsx'
import type { FormEvent, ReactNode } from 'react'
import { errorList } from '../page/forms/error-list.ts'
import { commonMessages } from '../page/messages.ts'
import styles from './wizard.module.css'

export type WizardProps<Step extends string> = {
  title: string
  path: string
  steps: ReadonlyArray<{ id: Step; label: string }>
  current: Step
  /** The index of the furthest step reached. */
  reached: number
  problems: Problems
  /** Labels of the fields, for the error summary. */
  fieldLabels: Readonly<Record<string, string>>
  attempt: number
  onContinue: () => void
  continueLabel?: string | undefined
  isWorking?: boolean | undefined
  /** Another way to continue, beside the button that leads to the next step. */
  shortcut?: ReactNode
  children: ReactNode
  /** Content beside the step, such as a preview. */
  aside?: ReactNode
  /** Whether narrow screens show that content above the step instead of below its buttons. */
  isAsideFirst?: boolean
}

/** The frame of a wizard: progress, errors, the current step, and buttons to go back and continue. */
export function Wizard<Step extends string>(props: WizardProps<Step>) {
  const { path, steps, current, problems, fieldLabels } = props
  const index = steps.findIndex(step => step.id === current)
  const hrefs = steps.map(step => ({ ...step, href: stepHref(path, step.id) }))
  const errors = errorList(problems, fieldLabels)

  function submit(event: FormEvent) {
    event.preventDefault()
    props.onContinue()
  }

  return (
    <div className={styles.wizard}>
      <h1>{props.title}</h1>
      <Stepper
        label={props.title}
        steps={hrefs}
        currentId={current}
        reachedId={steps[Math.min(props.reached, steps.length - 1)]?.id ?? current}
      />
      <div className={layoutOf(props)}>
        <form className={styles.form} onSubmit={submit} noValidate>
          <FormErrors errors={errors} attempt={props.attempt} />
          {props.children}
          <div className={styles.ways}>
            {index > 0 && (
              <Button href={hrefs[index - 1]?.href ?? path}>{commonMessages.back}</Button>
            )}
            {props.shortcut}
            <Button type="submit" variant="primary" isLoading={props.isWorking}>
              {props.continueLabel ?? commonMessages.next}
            </Button>
          </div>
        </form>
        {props.aside !== undefined && <aside className={styles.aside}>{props.aside}</aside>}
      </div>
    </div>
  )
}

function layoutOf({
  aside,
  isAsideFirst = false
}: Pick<WizardProps<string>, 'aside' | 'isAsideFirst'>) {
  if (aside === undefined) return styles.alone
  return joinClasses(styles.beside, isAsideFirst && styles.asideFirst)
}

export function stepHref(path: string, step: string): string {
  return `${path}?step=${step}`
}
