// @ts-check
import { runCommand } from './command.mjs'
import { root } from './paths.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * @typedef {object} Component
 * @property {string} bom-ref
 * @property {string} name
 * @property {string} version
 * @property {string} purl
 * @property {{ name: string, value: string }[]} [properties]
 */
/**
 * The parts of a software bill of materials (CycloneDX 1.5) that these scripts read.
 * @typedef {object} Bill
 * @property {'CycloneDX'} bomFormat
 * @property {string} serialNumber
 * @property {{ timestamp: string }} metadata
 * @property {Component[]} components
 * @property {{ ref: string, dependsOn: string[] }[]} dependencies
 */

/** Reads npm's own list of all installed packages. */
export function readInstalled() {
  return readBill(root, [])
}

/**
 * Reads npm's own list of all packages in the lock file of a folder. Unlike the installed ones, they are the same on
 * every operating system.
 * @param {string} folder
 */
export function readLocked(folder) {
  return readBill(folder, ['--package-lock-only'])
}

/**
 * @param {string} folder
 * @param {string[]} options
 * @returns {Promise<Bill>}
 */
async function readBill(folder, options) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', ...options]
  const { code, stdout, output } = await runCommand('npm', args, { quiet: true, cwd: folder })
  if (code !== 0) throw new SetupError(`npm cannot list the packages:\n${output}`)
  return JSON.parse(stdout)
}

/**
 * Returns the bill without the packages that only development uses. npm's `--omit dev` also drops a production package
 * if another package lists it for its tests, such as the database driver.
 * @param {Bill} bill
 * @returns {Bill}
 */
export function productionOnly(bill) {
  const components = bill.components.filter(
    it => !it.properties?.some(({ name }) => name === 'cdx:npm:package:development')
  )
  const gone = new Set(
    bill.components.filter(it => !components.includes(it)).map(it => it['bom-ref'])
  )
  const dependencies = bill.dependencies
    .filter(it => !gone.has(it.ref))
    .map(it => ({ ...it, dependsOn: it.dependsOn.filter(ref => !gone.has(ref)) }))
  return { ...bill, components, dependencies }
}
