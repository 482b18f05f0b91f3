import { Icon } from '../icon/icon.tsx'
import { Link } from '../link/link.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import { VisuallyHidden } from '../shared/visually-hidden.tsx'
import styles from './stepper.module.css'

export type Step = { id: string; label: string; href: string }

export type StepperProps = {
  label: string
  steps: readonly Step[]
  currentId: string
  /** Id of the furthest step reached; the user can open every step up to it. */
  reachedId: string
}

/** Shows the user's position in a wizard. */
export function Stepper({ label, steps, currentId, reachedId }: StepperProps) {
  const current = steps.findIndex(it => it.id === currentId)
  const reached = steps.findIndex(it => it.id === reachedId)
  return (
    <nav className={styles.stepper} aria-label={label}>
      <p className={styles.summary}>
        Step {current + 1} of {steps.length}: <strong>{steps[current]?.label}</strong>
      </p>
      <ol className={styles.steps}>
        {steps.map((step, index) => {
          const isDone = index < reached && index !== current
          const content = (
            <>
              <span className={styles.mark} aria-hidden="true">
                {isDone ? <Icon name="check" /> : index + 1}
              </span>
              <span className={styles.label}>{step.label}</span>
              {isDone && <VisuallyHidden>, done</VisuallyHidden>}
            </>
          )
          const className = joinClasses(
            styles.step,
            isDone && styles.done,
            index === current && styles.current
          )
          return (
            <li key={step.id} className={styles.item}>
              {index <= reached ? (
                <Link
                  href={step.href}
                  className={className}
                  aria-current={index === current ? 'step' : undefined}
                >
                  {content}
                </Link>
              ) : (
                <span className={className}>{content}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
