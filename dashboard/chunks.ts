/** What Rolldown tells of the modules. */
type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

const firstOnEveryPage = /\/app\/(entry\.client|root|errors\/page-boundary)\.tsx/

/** Whether every page needs the module: the entry or the root imports it, itself or through others. */
export function isOnEveryPage(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  if (firstOnEveryPage.test(id)) return true
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some(importer => isOnEveryPage(importer, modules, seen))
}
