import type { TableColumn } from './table.tsx'

// Room for each kind of column, in rem, as measured on the product's pages. Each step has a rule in the style sheet.
const room = { title: 8, amount: 9, buttons: 8, words: 7, count: 4 }
const headerLetter = 0.43
const cellPadding = 1.5
const step = 4
const fewest = 40
const max = 64
/** A name and one figure stay beside each other on the smallest phone. */
const pair = 16

type Column = Pick<
  TableColumn<never>,
  'id' | 'header' | 'align' | 'isAmount' | 'isHeaderHidden' | 'buttons'
>

/** Returns the width in rem that the columns need side by side, estimated before anything is rendered. */
export function roomFor(columns: readonly Column[], titleId: string | undefined): number {
  const [first, second] = columns
  if (columns.length === 2 && first?.id === titleId && isFigure(second)) return pair
  const sum = columns.reduce((total, column) => total + roomOf(column, titleId), 0)
  return Math.min(max, Math.max(fewest, Math.ceil(sum / step) * step))
}

const isFigure = (column: Column | undefined) => column?.align === 'end' && !column.isHeaderHidden

function roomOf(column: Column, titleId: string | undefined): number {
  if (column.isHeaderHidden) return room.buttons * (column.buttons ?? 1)
  const header = column.header.length * headerLetter + cellPadding
  if (column.id === titleId) return Math.max(room.title, header)
  if (column.isAmount) return Math.max(room.amount, header)
  return Math.max(column.align === 'end' ? room.count : room.words, header)
}
