/**
 * Replacements for the browser's globals in the npm package, because imports must not fail on a server, which has
 * neither. Elements defined on a server are never used.
 */
export const HTMLElement = globalThis.HTMLElement ?? class {}
export const customElements: Pick<CustomElementRegistry, 'get' | 'define'> =
  globalThis.customElements ?? { get: () => class {}, define: () => {} }
