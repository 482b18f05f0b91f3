import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Amount } from '../amount/amount.tsx'
import { Button } from '../button/button.tsx'
import { Card } from '../card/card.tsx'
import { Footer } from '../footer/footer.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { Notice } from '../notice/notice.tsx'
import { PageHeader } from '../page-header/page-header.tsx'
import { dark, longText, rightToLeft } from '../shared/story-frame.tsx'
import { StatTile, StatTiles } from '../stat-tile/stat-tile.tsx'
import { ThemeToggle } from '../theme-toggle/theme-toggle.tsx'
import { TimeChart } from '../time-chart/time-chart.tsx'
import { AppShell } from './app-shell.tsx'

const days = Array.from({ length: 14 }, (_, index) => `${index + 1} June`)
const views = {
  id: 'views',
  label: 'Billable',
  values: days.map((_, index) => 300 + ((index * 73) % 190))
}

const meta = preview.meta({
  title: 'Components/App shell',
  component: AppShell,
  parameters: { layout: 'fullscreen' },
  args: {
    navigation: [
      { href: '#campaigns', label: 'Campaigns', isCurrent: true },
      { href: '#ad-units', label: 'Ad units' },
      { href: '#marketplace', label: 'Marketplace' },
      { href: '#finances', label: 'Finances' }
    ],
    actions: (
      <>
        <IconButton icon="bell" label="Notifications" />
        <Button size="small">Sign in</Button>
      </>
    ),
    footer: (
      <Footer
        links={[
          { href: '#terms', label: 'Terms' },
          { href: '#api', label: 'API' }
        ]}
        end={<ThemeToggle value="system" onChange={() => undefined} />}
      >
        Mille, an open-source advertising network
      </Footer>
    ),
    children: (
      <>
        <PageHeader
          title="Campaigns"
          description="What you spend, and the results."
          actions={
            <Button variant="primary" icon="plus">
              New campaign
            </Button>
          }
        />
        <div style={{ display: 'grid', gap: '1.5rem' }}>
          <StatTiles>
            <StatTile
              label="Balance"
              value={<Amount units={1_250_000n} asset="BTC" size="large" />}
              detail="≈ 1,187.50 USD"
            />
            <StatTile
              label="In campaigns"
              value={<Amount units={480_000n} asset="BTC" size="large" />}
              detail="3 running"
            />
            <StatTile
              label="Views, last 7 days"
              value="124,803"
              detail="12% more than the week before"
            />
          </StatTiles>
          <Card>
            <TimeChart
              title="Impressions"
              labels={days}
              series={views}
              format={value => value.toLocaleString('en')}
              formatTick={String}
            />
          </Card>
        </div>
      </>
    )
  }
})

export const Playground = meta.story({})
export const Desktop = meta.story({ globals: { viewport: { value: 'desktop' } } })
export const Phone = meta.story({
  globals: { viewport: { value: 'phone' } },
  async play({ canvasElement }) {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  }
})
export const PhoneMenu = meta.story({
  args: { menuEnd: <Button isWide>Create account</Button> },
  globals: { viewport: { value: 'phone' } },
  async play({ canvas, userEvent }) {
    await expect(canvas.queryByRole('link', { name: 'Ad units' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Menu' }))
    await expect(canvas.getByRole('link', { name: 'Ad units' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Close the menu' }))
    await expect(canvas.queryByRole('link', { name: 'Ad units' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Menu' }))
    await expect(canvas.getByRole('button', { name: 'Create account' })).toBeVisible()
  }
})
export const Tablet = meta.story({
  globals: { viewport: { value: 'tablet' } },
  async play({ canvas }) {
    await expect(canvas.queryByRole('button', { name: 'Menu' })).toBeNull()
    await expect(canvas.getByRole('link', { name: 'Ad units' })).toBeVisible()
  }
})
export const LongNavigation = meta.story({
  args: {
    navigation: [
      'Zusammenfassung des Kontos',
      'Werbekampagnen',
      'Werbeflächen auf Ihren Seiten',
      'Einzahlungen und Auszahlungen',
      'Marktplatz für Veröffentlichungen',
      'Verwaltung'
    ].map(label => ({ href: `#${label}`, label }))
  },
  globals: { viewport: { value: 'desktop' } },
  async play({ canvas, canvasElement }) {
    await expect(canvas.getByRole('button', { name: 'Menu' })).toBeVisible()
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  }
})
export const SkipLink = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'Skip to the content' })).toHaveFocus()
  }
})
export const WithBanner = meta.story({
  args: {
    banner: (
      <Notice tone="warning" title="Deposits take longer today" isBanner onDismiss={fn()}>
        The Bitcoin network is busy.
      </Notice>
    )
  }
})
export const LongText = meta.story({ args: { children: <PageHeader title={longText} /> } })
export const Dark = Desktop.extend(dark)
export const RightToLeft = Desktop.extend(rightToLeft)
