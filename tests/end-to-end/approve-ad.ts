import type { Page } from 'playwright/test'

/** Approves an ad in the review queue, and waits until the approval can no longer be undone and has been answered. */
export async function approveAd(page: Page, press: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse(
    it => it.request().method() === 'PATCH' && it.url().includes('/api/v1/admin/creatives/'),
    { timeout: 30_000 }
  )
  await press()
  await answered
}
