/**
 * In place of the browser's, for the package alone: a server has neither, and what it imports must not fail there. What
 * it defines there nobody uses.
 */
export const HTMLElement = globalThis.HTMLElement ?? class {}
export const customElements: Pick<CustomElementRegistry, 'get' | 'define'> =
  globalThis.customElements ?? { get: () => class {}, define: () => {} }
