import { Sparkline } from '@mille/ui/sparkline/sparkline.tsx'
import { formatCount } from '../page/formats.ts'
import { statisticsMessages as messages } from './messages.ts'

/** A small chart of the billable views of two weeks, for lists. */
export function ViewsLine({ values }: { values: readonly number[] | undefined }) {
  if (!values) return '–'
  const sum = values.reduce((total, it) => total + it, 0)
  return <Sparkline values={values} label={messages.line(formatCount(sum))} />
}
