/** The part of Rolldown's module information that is used here. */
type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** The pages that new visitors see first. They have the smallest size budget. */
const landingPages = /\/app\/(home|landing)\/[\w-]+-page\.tsx/

/** Returns whether a landing page imports the module, directly or through others. */
export function isOnLandingPage(id: string, modules: Modules): boolean {
  return isImportedBy(landingPages, id, modules)
}

const firstOnEveryPage = /\/app\/(entry\.client|root|errors\/page-boundary)\.tsx/

/** Returns whether every page needs the module: the entry or the root imports it, directly or through others. */
export function isOnEveryPage(id: string, modules: Modules): boolean {
  return isImportedBy(firstOnEveryPage, id, modules)
}

const pages = /\/app\/[\w/-]+-page\.tsx/

/** The texts of one area, such as finances. Other areas show few of them, so only pages that need the file load it. */
const textsOfArea = /\/app\/(?!page\/)[\w/-]*messages\.ts/

/**
 * Returns whether pages of any area may need the module when they load. Modules that only lazy parts need are excluded,
 * and so are the texts of one area.
 */
export function isOnSomePage(id: string, modules: Modules): boolean {
  return !textsOfArea.test(id) && isImportedBy(pages, id, modules)
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
