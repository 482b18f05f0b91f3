import type { LookAroundRole } from '@mille/api/constants.ts'

/** Texts of looking around in a demonstration. */
export const lookAroundMessages = {
  title: 'Look around without an account',
  text: 'This network is a demonstration. You can open everything below and change nothing.',
  start: {
    advertiser: 'Look around as an advertiser',
    publisher: 'Look around as a publisher',
    operator: 'Look around as an operator'
  } satisfies Record<LookAroundRole, string>,
  region: 'Demonstration',
  barTitle: {
    advertiser: (name: string) => `You are looking around as the advertiser ${name}`,
    publisher: (name: string) => `You are looking around as the publisher ${name}`,
    operator: (name: string) => `You are looking around as the operator ${name}`
  } satisfies Record<LookAroundRole, (name: string) => string>,
  barText: 'This is a demonstration: nothing can be changed. It ends after two hours.',
  change: {
    advertiser: 'See it as an advertiser',
    publisher: 'See it as a publisher',
    operator: 'See it as an operator'
  } satisfies Record<LookAroundRole, string>,
  create: 'Create your own account'
}
