import type { CDPSession, Page } from 'playwright/test'

/**
 * Adds Chromium's software authenticator to a page. It belongs to that page only; `lendTo` gives another page the same
 * passkeys.
 */
export async function addAuthenticator(page: Page) {
  const own = await connect(page)
  const setPresence = (isPresent: boolean) =>
    own.session.send('WebAuthn.setUserVerified', {
      authenticatorId: own.authenticatorId,
      isUserVerified: isPresent
    })
  return {
    refuse: () => setPresence(false),
    agree: () => setPresence(true),
    async lendTo(other: Page) {
      const { authenticatorId } = own
      const { credentials } = await own.session.send('WebAuthn.getCredentials', { authenticatorId })
      const lent = await connect(other)
      for (const credential of credentials)
        await lent.session.send('WebAuthn.addCredential', {
          authenticatorId: lent.authenticatorId,
          credential
        })
    }
  }
}

async function connect(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
  return { session, authenticatorId }
}
