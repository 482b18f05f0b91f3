import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-shapes.tsx'
import { Link, type LinkProps } from '../link/link.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import { Spinner } from '../spinner/spinner.tsx'
import styles from './button.module.css'

type ButtonLook = {
  children: ReactNode
  /** Use `primary` at most once per page. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'medium' | 'small' | undefined
  icon?: IconName | undefined
  /** Whether the button takes the full width. */
  isWide?: boolean | undefined
}

type ActionProps = ButtonLook & {
  href?: undefined
  /** Shows that work is in progress and prevents a second press; the focus stays where it is. */
  isLoading?: boolean | undefined
} & Omit<ComponentProps<'button'>, 'className' | 'style' | 'children'>

type NavigationProps = ButtonLook & Omit<LinkProps, 'className' | 'style' | 'children'>

export type ButtonProps = ActionProps | NavigationProps

/** A button, or, with `href`, a link that looks like one. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'medium', icon, isWide, children, ...rest } = props
  const className = joinClasses(styles.button, styles[variant], styles[size], isWide && styles.wide)
  const content = (
    <span className={styles.content}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </span>
  )

  if (rest.href !== undefined) {
    return (
      <Link {...rest} className={className}>
        {content}
      </Link>
    )
  }

  const { isLoading = false, type = 'button', onClick, ...attributes } = rest
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // The button is not `disabled` while loading, because it would lose the focus.
    if (isLoading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...attributes}
      type={type}
      className={className}
      onClick={handleClick}
      aria-busy={isLoading || undefined}
      aria-disabled={isLoading || attributes['aria-disabled']}
    >
      {content}
      {isLoading && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
    </button>
  )
}
