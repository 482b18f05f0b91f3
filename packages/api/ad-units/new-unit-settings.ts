import type { EmbedSettings } from './endpoints.ts'

/** Settings of a new ad unit: the API's defaults without its validation code, which a page loads later. */
export const newUnitSettings: EmbedSettings = {
  position: 'fixed',
  sticky_side: 'header',
  invitation_link: 'internal',
  look: 'card',
  font: 'own',
  color: {}
}
