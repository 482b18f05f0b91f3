import { TimeChart } from '@mille/ui/time-chart/time-chart.tsx'
import { type ChargedMoney, type MoneyColumn, shownText, tickText } from './shown-money.ts'

type MoneyLine = {
  id: string
  label: string
  /** The sums of each interval. */
  amounts: readonly ChargedMoney[]
}

type MoneyChartProps = {
  title: string
  labels: readonly string[]
  column: MoneyColumn
  /** The second line is dashed. */
  lines: readonly [MoneyLine, MoneyLine?]
}

/** A chart of amounts up to now, in the currency of its column. The last interval is drawn as still running. */
export function MoneyChart({ title, labels, column, lines }: MoneyChartProps) {
  const [first, second] = lines
  const shown = lines.flatMap(it => it?.amounts.map(column.amountOf) ?? [])
  const isConverted = shown.some(it => it.isConverted)
  const seriesOf = ({ id, label, amounts }: MoneyLine) => ({
    id,
    label,
    values: amounts.map(it => column.amountOf(it).units)
  })
  return (
    <TimeChart
      title={title}
      labels={labels}
      series={seriesOf(first)}
      second={second && seriesOf(second)}
      isLastRunning
      format={value => shownText({ units: BigInt(value), isConverted }, column)}
      formatTick={value => tickText(value, column)}
    />
  )
}
