import type { EmbedSettings } from './endpoints.ts'

/** What a unit is made with: the defaults of the contract, without its checks, which come after a page. */
export const newUnitSettings: EmbedSettings = {
  position: 'fixed',
  sticky_side: 'header',
  invitation_link: 'internal',
  look: 'card',
  font: 'own',
  color: {}
}
