// @ts-check

/**
 * @typedef {object} Runner
 * @property {'check' | 'vitest' | 'playwright'} kind a check counts as one test, the others report their tests
 * @property {string[][]} commands programs of installed packages (or `node`) with their arguments, run in sequence
 * @property {('browser' | 'build' | 'engines' | 'storybook')[]} [needs]
 * @property {Record<string, string>} [env]
 * @property {boolean} [isWide] the runner uses all cores; the others run in parallel to it, one at a time
 * @property {boolean} [isRest] only for `npm run test:rest`, or when named
 * @property {boolean} [isProof] only for `npm run prove`, or when named
 */

export const PROJECT_FOLDERS = ['packages', 'dashboard', 'embed', 'scripts', 'tests']

/**
 * Runners of `npm test` and `npm run test:rest`: those that use all cores in this order, and in parallel the others in
 * this order.
 * @type {Record<string, Runner>}
 */
export const runners = {
  // React Router generates the types of its routes' modules.
  types: { kind: 'check', commands: [['react-router', 'typegen', 'dashboard'], ['tsc']] },
  lint: { kind: 'check', commands: [['biome', 'check', '--error-on-warnings']] },
  edges: {
    kind: 'check',
    commands: [
      ['depcruise', ...PROJECT_FOLDERS],
      // The previous command finds import cycles between files, this one between folders.
      ['node', 'scripts/check-folders.mjs'],
      // Checks that no code outside a chain's folder tests for a particular chain.
      ['node', 'scripts/check-chains.mjs']
    ]
  },
  // Checks which tables each domain's SQL accesses.
  tables: { kind: 'check', commands: [['node', 'scripts/check-tables.mjs']] },
  // Counts the functions that do not fit on a screen.
  functions: { kind: 'check', commands: [['node', 'scripts/check-functions.mjs']] },
  dead: {
    kind: 'check',
    commands: [
      ['knip', '--no-progress'],
      // Imports from tests do not count as uses, so code that only tests import is reported as unused.
      [
        'knip',
        '--no-progress',
        '--production',
        '--include',
        'files,exports',
        '-c',
        'knip.production.jsonc'
      ]
    ]
  },
  unit: {
    kind: 'vitest',
    isWide: true,
    commands: [['vitest', 'run', '--project', 'node', '--project', 'dom']]
  },
  stories: {
    kind: 'vitest',
    isWide: true,
    commands: [['vitest', 'run', '--config', '.storybook/vitest.config.ts']],
    // Some stories show the built elements.
    needs: ['browser', 'build']
  },
  long: {
    kind: 'vitest',
    isRest: true,
    isWide: true,
    commands: [['vitest', 'run', '--project', 'long']]
  },
  journeys: {
    kind: 'playwright',
    isWide: true,
    commands: [['playwright', 'test', '--project', 'journeys']],
    needs: ['browser', 'build']
  },
  looks: {
    kind: 'playwright',
    isRest: true,
    commands: [['playwright', 'test', '--project', 'stories']],
    needs: ['browser', 'storybook']
  },
  embed: {
    kind: 'playwright',
    isRest: true,
    isWide: true,
    commands: [['playwright', 'test', '--project', 'embed']],
    needs: ['browser', 'build']
  },
  engines: {
    kind: 'vitest',
    isRest: true,
    commands: [['vitest', 'run', '--project', 'engines']],
    needs: ['browser', 'build', 'engines']
  },
  faults: {
    kind: 'vitest',
    isRest: true,
    commands: [['vitest', 'run', '--project', 'faults']],
    needs: ['build']
  },
  e2e: {
    kind: 'playwright',
    isRest: true,
    isWide: true,
    commands: [['playwright', 'test', '--project', 'e2e']],
    needs: ['browser', 'build']
  },
  packages: {
    kind: 'check',
    isRest: true,
    commands: [['node', 'scripts/check-packages.mjs']]
  },
  sizes: {
    kind: 'check',
    commands: [
      ['node', 'scripts/check-sizes.mjs'],
      ['node', 'scripts/check-pages.mjs']
    ],
    needs: ['build']
  },
  // Finds tests that fail one time in ten before they disturb other work.
  repeated: {
    kind: 'playwright',
    isWide: true,
    commands: [
      [
        'playwright',
        'test',
        '--repeat-each=10',
        ...['journeys', 'e2e', 'embed', 'stories'].flatMap(name => ['--project', name])
      ]
    ],
    needs: ['browser', 'build', 'storybook'],
    // Each test is as short as in `npm test`.
    env: { MILLE_PROOF: 'repeated' },
    isProof: true
  },
  // Writes the tables of docs/embeds.md.
  embeds: {
    kind: 'check',
    isWide: true,
    commands: [['node', 'scripts/run.mjs', 'tests/embed/tables/run.ts']],
    needs: ['browser', 'build', 'engines'],
    isProof: true
  },
  lighthouse: {
    kind: 'check',
    isWide: true,
    commands: [['node', 'scripts/run.mjs', 'tests/lighthouse/run.ts']],
    needs: ['browser', 'build'],
    isProof: true
  }
}

/**
 * Runners of the proof: those whose tests grow from a sample to the full run under MILLE_PROOF=full, and those that run
 * only in the proof.
 */
export const proofRunners = [
  'unit',
  'long',
  'stories',
  'journeys',
  'faults',
  'e2e',
  'packages',
  'embeds',
  'lighthouse',
  'repeated'
]
