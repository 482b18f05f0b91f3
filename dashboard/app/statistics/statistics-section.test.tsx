import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StatisticsSection } from './statistics-section.tsx'

const nothing = {
  served: 0,
  rendered: 0,
  viewable: 0,
  billable: 0,
  clicked: 0,
  rejected: {},
  money: { BTC: '0', USD: '0' }
}

const shownOf = (counted: Partial<typeof nothing>) =>
  renderToStaticMarkup(
    <StatisticsSection
      statistics={{
        days: [{ at: '2026-11-20T00:00:00.000Z', ...nothing, ...counted }],
        total: { ...nothing, ...counted }
      }}
      moneyLabel="Earned"
      always={['BTC']}
      reportHref="/reports"
    />
  )

test('says so when nothing was counted', () => {
  expect(shownOf({})).toContain('No views in the last 30 days')
})

test.each([{ served: 1 }, { viewable: 1 }, { rejected: { bot: 1 } }])(
  'shows what was counted, also when it is only %j',
  counted => {
    const shown = shownOf(counted)
    expect(shown).not.toContain('No views in the last 30 days')
    expect(shown).toContain('Rejected, by reason')
  }
)
