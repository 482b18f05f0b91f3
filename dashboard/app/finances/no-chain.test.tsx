import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoChain } from './no-chain.tsx'

test('the account number to name is right below the words that ask for it', () => {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(<NoChain userId="731" />)
  const number = page.querySelector('code')
  expect(number?.textContent).toBe('731')
  // The account number belongs to the centered message and is not a separate line of the card.
  const together = number?.parentElement?.parentElement
  expect(together?.querySelector(':scope > p')?.textContent).toBe('Deposits are not available')
  // The chat is where the account number can be given.
  const contact = together?.querySelector('a[href="#live-chat"]')
  expect(contact?.textContent).toBe('Message the operator')
})
