import type { Person } from '@mille/api/admin/endpoints.ts'
import { sampleFrozenPerson, sampleSuspendedPerson } from '@mille/stores/samples/sample-people.ts'
import { ToastProvider } from '@mille/ui/toast/toast.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SuspendButton, SuspensionNotice } from './suspension-controls.tsx'

const suspended = (sampleSuspendedPerson.answer as { data: Person }).data
const plain = { ...suspended, attributes: { ...suspended.attributes, suspension: null } }

const shownTo = (ownId: string, person: Person) =>
  renderToStaticMarkup(
    <ToastProvider>
      <SuspendButton person={person} ownId={ownId} onSuspend={async () => null} />
      <SuspensionNotice person={person} onLift={async () => true} />
    </ToastProvider>
  ).replace(/<[^>]*>/g, '|')

test('an account is suspended by another one, and operators cannot suspend their own', () => {
  expect(shownTo('5', plain)).toMatch(/^\|+Suspend or freeze\|+$/)
  expect(shownTo('7', plain)).toBe('')
})

test('a suspension says who, why and how to lift it', () => {
  const shown = shownTo('5', suspended)
  expect(shown).toContain('by Grace')
  expect(shown).toContain('The ads promise doubled money.')
  expect(shown).toContain('Lift suspension')
  expect(shown).not.toContain('Suspend or freeze')
})

test('a freeze says until when, how to lift it, and that the account can be suspended too', () => {
  const frozen = (sampleFrozenPerson.answer as { data: Person }).data
  const shown = shownTo('5', frozen)
  expect(shown).toContain('Frozen since')
  expect(shown).toContain('The deposits may be stolen.')
  expect(shown).toContain('It ends by itself')
  expect(shown).toContain('Lift freeze')
  expect(shown).toContain('Suspend account')
})
