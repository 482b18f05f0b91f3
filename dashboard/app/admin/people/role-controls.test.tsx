import type { Person } from '@mille/api/admin/endpoints.ts'
import { sampleAskedPerson } from '@mille/stores/samples/sample-people.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RoleButton, RoleRequest } from './role-controls.tsx'

const asked = (sampleAskedPerson.answer as { data: Person }).data
const plain = {
  ...asked,
  attributes: { ...asked.attributes, operator_asked_by: null, operator_asked_roles: [] }
}
const operator = { ...plain, attributes: { ...plain.attributes, roles: ['admin'] } }

/** Renders the button and the request as the operator with `ownId` sees them. */
const shownTo = (ownId: string, person: Person) =>
  renderToStaticMarkup(
    <>
      <RoleButton person={person} ownId={ownId} onAsk={() => {}} />
      <RoleRequest person={person} ownId={ownId} onEnd={() => {}} onConfirm={() => {}} />
    </>
  ).replace(/<[^>]*>/g, '|')

test('another operator confirms or declines what one has asked for', () => {
  const shown = shownTo('5', asked)
  expect(shown).toContain('Make operator')
  expect(shown).toContain('Grace requested the operator role for this account')
  expect(shown).toContain('Decline')
})

test('the operator who asked can only withdraw it', () => {
  const shown = shownTo('3', asked)
  expect(shown).not.toContain('Make operator')
  expect(shown).toContain('Another operator has to confirm it')
  expect(shown).toContain('Withdraw request')
})

test('without a request the role is given or removed, and operators cannot change their own', () => {
  expect(shownTo('5', plain)).toMatch(/^\|+Make operator\|+$/)
  expect(shownTo('5', operator)).toMatch(/^\|+Remove operator role\|+$/)
  expect(shownTo('7', operator)).toBe('')
})

test('a request for the role finance is confirmed or declined, and says what it is for', () => {
  const finance = {
    ...asked,
    attributes: { ...asked.attributes, operator_asked_roles: ['finance'] }
  }
  const shown = shownTo('5', finance)
  expect(shown).not.toContain('Make operator')
  expect(shown).toContain('Confirm role')
  expect(shown).toContain('Decline')
  expect(shown).toContain('Grace requested the finance role for this account')
  expect(shownTo('3', finance)).not.toContain('Confirm role')
})
