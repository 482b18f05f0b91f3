/** What Rolldown tells of the modules. */
type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** What strangers come to first: these pages have the smallest budget. */
const landingPages = /\/app\/(home|landing)\/[\w-]+-page\.tsx/

/** Whether a page that strangers come to first needs the module, itself or through others. */
export function isOnLandingPage(id: string, modules: Modules): boolean {
  return isImportedBy(landingPages, id, modules)
}

const firstOnEveryPage = /\/app\/(entry\.client|root|errors\/page-boundary)\.tsx/

/** Whether every page needs the module: the entry or the root imports it, itself or through others. */
export function isOnEveryPage(id: string, modules: Modules): boolean {
  return isImportedBy(firstOnEveryPage, id, modules)
}

const pages = /\/app\/[\w/-]+-page\.tsx/

/** Whether some page needs the module before anything is pressed. What only later parts share, no page waits for. */
export function isOnSomePage(id: string, modules: Modules): boolean {
  return isImportedBy(pages, id, modules)
}

function isImportedBy(
  first: RegExp,
  id: string,
  modules: Modules,
  seen = new Set<string>()
): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  if (first.test(id)) return true
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some(importer => isImportedBy(first, importer, modules, seen))
}
