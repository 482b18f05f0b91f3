import { Icon } from '../icon/icon.tsx'
import { Link } from '../link/link.tsx'
import { VisuallyHidden } from '../shared/visually-hidden.tsx'
import styles from './pagination.module.css'

export type PaginationProps = {
  /** Current page number, starting at 1. */
  page: number
  pageCount: number
  hrefFor: (page: number) => string
  label?: string | undefined
}

/** Links to the pages of a list; renders nothing for a single page. */
export function Pagination({ page, pageCount, hrefFor, label = 'Pages' }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav className={styles.pagination} aria-label={label}>
      <Turn href={page > 1 ? hrefFor(page - 1) : undefined} rel="prev" />
      <ol className={styles.pages}>
        {shownPages(page, pageCount).map(shown =>
          typeof shown === 'string' ? (
            <li key={shown} className={styles.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={shown}>
              <Link
                href={hrefFor(shown)}
                className={styles.page}
                aria-current={shown === page ? 'page' : undefined}
              >
                <VisuallyHidden>Page </VisuallyHidden>
                {shown}
              </Link>
            </li>
          )
        )}
      </ol>
      <Turn href={page < pageCount ? hrefFor(page + 1) : undefined} rel="next" />
    </nav>
  )
}

function Turn({ href, rel }: { href: string | undefined; rel: 'prev' | 'next' }) {
  const icon = (
    <Icon
      name={rel === 'prev' ? 'chevron-start' : 'chevron-end'}
      label={rel === 'prev' ? 'Previous page' : 'Next page'}
    />
  )
  // An unavailable link keeps its place, so that the next link does not move under the pointer.
  if (href === undefined) return <span className={styles.page} aria-hidden="true" data-off="" />
  return (
    <Link href={href} rel={rel} className={styles.page}>
      {icon}
    </Link>
  )
}

/** Returns the first, the last and the neighbors of the current page, with gaps between them. */
export function shownPages(
  page: number,
  pageCount: number
): Array<number | 'gap-before' | 'gap-after'> {
  const near = [page - 1, page, page + 1].filter(it => it > 1 && it < pageCount)
  const first = near[0] ?? pageCount
  const last = near.at(-1) ?? 1
  return [
    1,
    ...(first > 3 && near.length > 0 ? (['gap-before'] as const) : first === 3 ? [2] : []),
    ...near,
    ...(last < pageCount - 2 && near.length > 0
      ? (['gap-after'] as const)
      : last === pageCount - 2
        ? [pageCount - 1]
        : []),
    pageCount
  ]
}
