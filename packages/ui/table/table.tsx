import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import hidden from '../shared/visually-hidden.module.css'
import { Skeleton } from '../skeleton/skeleton.tsx'
import { roomFor } from './room-for.ts'
import styles from './table.module.css'

export type Sort = { columnId: string; direction: 'ascending' | 'descending' }

export type TableColumn<Row> = {
  id: string
  header: string
  render: (row: Row) => ReactNode
  /** Alignment: `end` for numbers and amounts. */
  align?: 'start' | 'end' | undefined
  /** Whether the column holds amounts of money, which need more room than counts and never wrap. */
  isAmount?: boolean | undefined
  /**
   * Whether the cell names its row; on a small screen it is the title of the card. By default, the first column does.
   */
  isRowHeader?: boolean | undefined
  isSortable?: boolean | undefined
  /** Whether the header is visible to screen readers only: for columns of buttons. */
  isHeaderHidden?: boolean | undefined
  /** Number of buttons side by side in the column, if more than one. */
  buttons?: number
}

export type TableProps<Row> = {
  caption: string
  isCaptionHidden?: boolean | undefined
  columns: ReadonlyArray<TableColumn<Row>>
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** Whether skeleton rows, as high as real ones, are shown; rows already loaded stay above them. */
  isLoading?: boolean | undefined
  skeletonRows?: number | undefined
  /** Content shown when there are no rows: an EmptyState, also for an error. */
  empty?: ReactNode
  /** Last row with the sums, by column id. */
  footer?: Record<string, ReactNode> | undefined
}

/** Table of rows and columns; if the columns do not have enough room, each row becomes a card. */
export function Table<Row>(props: TableProps<Row>) {
  const {
    caption,
    isCaptionHidden,
    columns,
    rows,
    rowKey,
    sort,
    onSort,
    isLoading = false,
    skeletonRows = 5,
    footer
  } = props
  const headerId = (columns.find(it => it.isRowHeader) ?? columns[0])?.id
  const isEmpty = rows.length === 0 && !isLoading
  return (
    <div className={styles.container} data-needs={roomFor(columns, headerId)}>
      <table className={styles.table} aria-busy={isLoading}>
        <caption className={isCaptionHidden ? hidden.hidden : styles.caption}>{caption}</caption>
        {!isEmpty && (
          <thead className={styles.head}>
            <tr>
              {columns.map(column => (
                <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(row => (
            <tr key={rowKey(row)}>
              {columns.map(column => (
                <Cell key={column.id} column={column} isRowHeader={column.id === headerId}>
                  {column.render(row)}
                </Cell>
              ))}
            </tr>
          ))}
          {isLoading && <SkeletonRows columns={columns} headerId={headerId} count={skeletonRows} />}
          {isEmpty && (
            <tr>
              <td className={styles.empty} colSpan={columns.length}>
                {props.empty ?? 'Nothing here yet'}
              </td>
            </tr>
          )}
        </tbody>
        {footer && !isEmpty && (
          <tfoot>
            <tr>
              {columns.map(column => (
                <Cell key={column.id} column={column} isRowHeader={column.id === headerId}>
                  {footer[column.id]}
                </Cell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

type HeaderCellProps<Row> = { column: TableColumn<Row> } & Pick<TableProps<Row>, 'sort' | 'onSort'>

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const direction = sort?.columnId === column.id ? sort.direction : undefined
  const isSortable = column.isSortable === true && onSort !== undefined
  const next = direction === 'descending' ? 'ascending' : 'descending'
  return (
    <th
      scope="col"
      className={joinClasses(
        styles.th,
        column.align === 'end' && styles.end,
        isSortable && styles.sortable
      )}
      aria-sort={isSortable ? (direction ?? 'none') : undefined}
    >
      {isSortable ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort({ columnId: column.id, direction: next })}
        >
          {column.header}
          <Icon name={direction === 'ascending' ? 'chevron-up' : 'chevron-down'} />
        </button>
      ) : (
        <span className={column.isHeaderHidden ? hidden.hidden : undefined}>{column.header}</span>
      )}
    </th>
  )
}

function Cell<Row>({
  column,
  isRowHeader,
  children
}: {
  column: TableColumn<Row>
  isRowHeader: boolean
  children: ReactNode
}) {
  const className = joinClasses(
    styles.cell,
    column.align === 'end' && styles.end,
    isRowHeader && styles.title
  )
  // In the card layout, the style sheet writes the column's label before the value.
  const label = column.isHeaderHidden || isRowHeader ? undefined : column.header
  return isRowHeader && children !== undefined ? (
    <th scope="row" className={className}>
      {children}
    </th>
  ) : (
    <td className={className} data-label={label}>
      {children}
    </td>
  )
}

function SkeletonRows<Row>({
  columns,
  headerId,
  count
}: {
  columns: ReadonlyArray<TableColumn<Row>>
  headerId: string | undefined
  count: number
}) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the index is all that a skeleton row is
    <tr key={index}>
      {columns.map(column => (
        <td
          key={column.id}
          className={joinClasses(
            styles.cell,
            column.align === 'end' && styles.end,
            column.id === headerId && styles.title
          )}
          data-label={column.isHeaderHidden || column.id === headerId ? undefined : column.header}
        >
          <Skeleton width={column.id === headerId ? '70%' : '50%'} />
        </td>
      ))}
    </tr>
  ))
}
