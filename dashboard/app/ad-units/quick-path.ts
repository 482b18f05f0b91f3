import { quickAdUnitMessages as messages, type QuickStep } from './quick-messages.ts'

export const quickPath = '/ad-units/quick'

const steps: readonly QuickStep[] = ['page', 'look', 'code']
export const quickSteps = steps.map(id => ({ id, label: messages.steps[id] }))

/** The address of the last screen, which shows the code of a unit that was just created. */
export const codeHref = (unitId: string) => `${quickPath}?step=code&unit=${unitId}`
