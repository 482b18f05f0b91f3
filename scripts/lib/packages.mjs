// @ts-check
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { runCommand } from './command.mjs'
import { cacheFile, packageBinary, root } from './paths.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * @typedef {object} PublishedPackage
 * @property {string} source workspace whose package.json has the other values, in `publishConfig`
 * @property {string} entries folder of its entry points
 * @property {string} output published folder
 */

/** @type {PublishedPackage[]} */
export const publishedPackages = [
  { source: 'packages/widgets', entries: 'packages/widgets/npm', output: 'packages/widgets/dist' },
  { source: 'packages/api', entries: 'packages/api/npm', output: 'packages/api/dist' },
  { source: 'embed', entries: 'embed/npm', output: 'embed/npm/dist' }
]

/** Hand-written declarations: they only add types, to a package that may not be installed here. */
const handWritten = /\.d\.ts$/

/** Builds the packages that are published: `npm publish packages/widgets/dist`, `npm publish embed/npm/dist`, `npm publish packages/api/dist`. */
export async function buildPackages() {
  const types = cacheFile('types')
  rmSync(types, { recursive: true, force: true })
  for (const { output } of publishedPackages) {
    rmSync(join(root, output), { recursive: true, force: true })
  }
  await run('tsup', [])
  const entries = publishedPackages.flatMap(({ entries }) =>
    readdirSync(join(root, entries), { withFileTypes: true })
      .filter(it => it.isFile() && /\.tsx?$/.test(it.name) && !/\.(test|d)\./.test(it.name))
      .map(it => join(root, entries, it.name))
  )
  await emitTypes(entries, types)
  for (const published of publishedPackages) finish(published, types)
}

/**
 * Packs a built package as npm uploads it.
 * @param {string} output
 * @param {string} folder
 * @returns {Promise<{ name: string, filename: string }>} the name of the package and of its archive in the folder
 */
export async function packPackage(output, folder) {
  const args = ['pack', '--json', '--pack-destination', folder, join(root, output)]
  const { code, stdout, output: said } = await runCommand('npm', args, { quiet: true })
  if (code !== 0) throw new SetupError(`npm cannot pack ${output}:\n${said}`)
  const [{ name, filename }] = JSON.parse(stdout)
  return { name, filename }
}

/**
 * @param {string[]} entries
 * @param {string} folder
 */
async function emitTypes(entries, folder) {
  // The configuration is outside of the project, otherwise TypeScript would include the whole project.
  const config = cacheFile('types.json')
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  const options = {
    ...compilerOptions,
    // An incremental build would emit only the files changed since the last one, but the output folder is empty.
    incremental: false,
    tsBuildInfoFile: undefined,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: folder,
    rootDir: root,
    rootDirs: [root],
    // Resolved through node_modules, our packages would count as external ones that already have types.
    paths: { '@mille/*': [join(root, 'packages/*')] },
    typeRoots: [join(root, 'node_modules/@types'), join(root, 'node_modules')]
  }
  writeFileSync(config, JSON.stringify({ compilerOptions: options, files: entries }))
  await run('tsc', ['-p', config])
}

/**
 * @param {PublishedPackage} published
 * @param {string} types folder with all declarations
 */
function finish({ source, entries, output }, types) {
  const folder = join(root, output)
  for (const name of readdirSync(join(root, entries)).filter(it => handWritten.test(it))) {
    cpSync(join(root, entries, name), join(types, entries, name))
    // Writes an empty script beside the declaration, so that importing it works at run time.
    writeFileSync(join(folder, name.replace(handWritten, '.js')), 'export {}\n')
  }
  const queue = readdirSync(join(types, entries)).map(name => join(entries, name))
  for (const path of queue) {
    const text = readFileSync(join(types, path), 'utf8').replace(
      /(from |import\(|import )(['"])((?:\.|@mille\/)[^'"]*)\2/g,
      (_, before, quote, specifier) => {
        const found = declarationOf(specifier, path)
        if (!queue.includes(found) && existsSync(join(types, found))) queue.push(found)
        const to = relative(dirname(path), found).replace(/\.d\.ts$/, '.js')
        return `${before}${quote}${to.startsWith('.') ? to : `./${to}`}${quote}`
      }
    )
    const target = join(folder, 'types', path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }

  const { name, version, license, description, publishConfig } = readJson(
    join(root, source, 'package.json')
  )
  // Maintainers who publish a fork change this address in the root package.json.
  const { repository } = readJson(join(root, 'package.json'))
  // npm reads `access` only in `publishConfig`; the other values replace those of the workspace.
  const { access, ...own } = publishConfig
  const manifest = {
    ...{ name, version, description, license, type: 'module', publishConfig: { access } },
    repository: { type: 'git', url: `git+${repository}.git`, directory: source },
    homepage: `${repository}/tree/main/${entries}#readme`,
    bugs: `${repository}/issues`,
    ...{ keywords: ['ads', 'advertising', 'web components', 'mille'], ...own }
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const file of ['README.md', 'custom-elements.json']) {
    if (existsSync(join(root, entries, file))) cpSync(join(root, entries, file), join(folder, file))
  }
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(folder, file))
}

/**
 * Returns the path, relative to the root, of the declaration that a source's import refers to.
 * @param {string} specifier
 * @param {string} from
 */
function declarationOf(specifier, from) {
  const path = specifier.startsWith('@mille/')
    ? specifier.replace(/^@mille\//, 'packages/')
    : join(dirname(from), specifier)
  return path.replace(/\.tsx?$/, '.d.ts')
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * @param {string} program
 * @param {string[]} args
 */
async function run(program, args) {
  const { code, output } = await runCommand(packageBinary(program), args, { quiet: true })
  if (code !== 0) throw new SetupError(`${output}\n${program} failed.`)
}
