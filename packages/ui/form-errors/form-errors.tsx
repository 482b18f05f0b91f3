import { type MouseEvent, useEffect, useRef } from 'react'
import { Icon } from '../icon/icon.tsx'
import styles from './form-errors.module.css'

export type FormError = {
  message: string
  /** The control's `name` or `id`; pressing the message moves the focus to that control. */
  field?: string | undefined
}

export type FormErrorsProps = {
  errors: readonly FormError[]
  title?: string | undefined
  /** Number of the attempt. Increase it at each failed one, so that the summary takes the focus again. */
  attempt?: number | undefined
}

/**
 * Summary above a form of the errors that prevent sending it. Renders nothing without errors; takes the focus when it
 * appears.
 */
export function FormErrors({ errors, title, attempt = 0 }: FormErrorsProps) {
  const summary = useRef<HTMLDivElement>(null)
  const hasErrors = errors.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason to run again
  useEffect(() => {
    if (hasErrors) summary.current?.focus()
  }, [hasErrors, attempt])

  if (!hasErrors) return null
  const words =
    title ??
    (errors.length === 1
      ? 'One thing needs your attention'
      : `${errors.length} things need your attention`)
  return (
    <div ref={summary} className={styles.summary} role="alert" tabIndex={-1}>
      <h2 className={styles.title}>
        <Icon name="alert" />
        {words}
      </h2>
      <ul className={styles.list}>
        {errors.map(error => (
          <li key={`${error.field}: ${error.message}`}>
            {error.field === undefined ? (
              error.message
            ) : (
              <a href={`#${error.field}`} onClick={event => goToField(event, error.field)}>
                {error.message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function goToField(event: MouseEvent, field: string | undefined) {
  if (field === undefined) return
  event.preventDefault()
  // Only the body is searched: meta elements in the head have `name` attributes too.
  const named = [...document.body.querySelectorAll<HTMLElement>('[name]')]
  const control =
    named.find(it => it.getAttribute('name') === field) ?? document.getElementById(field)
  const isInView = control !== null && control.getBoundingClientRect().height > 1
  control?.focus({ preventScroll: !isInView })
  document.activeElement?.scrollIntoView({ block: 'center' })
}
