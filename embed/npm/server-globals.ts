/**
 * In place of the browser's, for the package alone: a server has neither, and what it imports must not fail there.
 * Elements that are defined there are never used.
 */
export const HTMLElement = globalThis.HTMLElement ?? class {}
export const customElements: Pick<CustomElementRegistry, 'get' | 'define'> =
  globalThis.customElements ?? { get: () => class {}, define: () => {} }
