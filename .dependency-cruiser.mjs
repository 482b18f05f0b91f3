// The import directions of the architecture: each folder with the folders it may import.
const directions = {
  'packages/money': [],
  'packages/api': ['packages/money'],
  'packages/stores': ['packages/money', 'packages/api'],
  'packages/ui': ['packages/money', 'packages/api', 'packages/stores'],
  'packages/widgets': ['packages/money', 'packages/api', 'packages/stores', 'packages/ui'],
  // `packages/verifier`, which checks bills, shares no code with the packages that make the bills.
  'packages/verifier': [],
  'packages/server': ['packages/money', 'packages/api'],
  dashboard: [
    'packages/money',
    'packages/api',
    'packages/stores',
    'packages/ui',
    'packages/verifier',
    'packages/widgets'
  ],
  embed: ['packages/money', 'packages/api', 'packages/stores', 'packages/ui', 'packages/widgets']
}

const domains =
  '(accounts|campaigns|ad-reports|ad-units|sites|delivery|settlement|ledger|finances|statistics' +
  '|reference-data|payments|marketplace|notifications|privacy|announcements|legal|support|affiliates|admin' +
  '|bills|coupons|earnings|seals|settings|window-holds|traffic-selection|api-keys|members|public-log|receipts|books)'

const browserCode = '^(packages/(money|api|stores|ui|verifier|widgets)|embed)/'
// A domain of the server keeps its own test helpers in its folder `testing`.
const testHelpers = '^packages/((testing|verifier/testing)/|server/[^/]+/testing/)'
const testCode = '\\.(test|stories)\\.tsx?$'
const outbox = '^packages/server/notifications/outbox\\.ts$'
const dashboardServerEntry = '^dashboard/(server-entry\\.ts|build/server/)'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(directions).map(([folder, allowed]) => ({
      name: `directions-of-${folder.replace('packages/', '')}`,
      comment: `${folder} imports only ${allowed.join(', ') || 'itself'}`,
      severity: 'error',
      from: { path: `^${folder}/` },
      to: {
        path: '^(packages|dashboard|embed|tests|scripts)/',
        pathNot: [
          ...[folder, ...allowed].map(it => `^${it}/`),
          // Testing code and the dashboard's server entry have their own rules below.
          '^packages/testing/',
          '^packages/verifier/testing/',
          dashboardServerEntry
        ]
      }
    })),
    {
      name: 'dashboard-is-mounted-by-the-server',
      severity: 'error',
      from: { path: '^(packages|embed)/', pathNot: '^packages/(server|testing)/' },
      to: { path: dashboardServerEntry }
    },
    {
      name: 'testing-is-for-tests',
      comment: 'only tests, stories, seeds and the development start import testing',
      severity: 'error',
      from: {
        path: '^(packages|dashboard|embed|scripts)/',
        pathNot: [testHelpers, testCode, '^packages/server/(dev|seed)[^/]*(/|\\.ts$)']
      },
      to: { path: testHelpers }
    },
    {
      name: 'storybook-is-for-stories',
      severity: 'error',
      from: { path: '^(packages|dashboard|embed)/', pathNot: '\\.stories\\.tsx$' },
      to: { path: '^\\.storybook/' }
    },
    {
      name: 'no-production-code-on-tests',
      severity: 'error',
      from: { pathNot: ['^tests/', '^packages/testing/', testCode] },
      to: { path: ['^tests/', testCode] }
    },
    {
      name: 'domains-meet-through-their-index',
      severity: 'error',
      from: { path: `^packages/server/${domains}/` },
      to: {
        path: `^packages/server/${domains}/`,
        pathNot: ['^packages/server/$1/', '^packages/server/[^/]+/index\\.ts$', outbox]
      }
    },
    {
      name: 'ledger-and-accounts-import-no-domain',
      severity: 'error',
      from: { path: '^packages/server/(ledger|accounts)/' },
      to: { path: `^packages/server/${domains}/`, pathNot: '^packages/server/$1/' }
    },
    {
      name: 'notifications-through-the-outbox',
      comment: 'a domain notifies by what it writes to the outbox, in its own transaction',
      severity: 'error',
      from: { path: `^packages/server/${domains}/`, pathNot: '^packages/server/notifications/' },
      to: {
        path: '^packages/server/notifications/',
        pathNot: outbox
      }
    },
    {
      name: 'http-imports-no-domain',
      comment: 'every domain builds on it; what brings all of them together is packages/server/app',
      severity: 'error',
      from: {
        path: '^packages/server/(http|db|mail|brand|markdown|pictures|html|threads)/',
        pathNot: testCode
      },
      to: { path: `^packages/server/(app|${domains.slice(1, -1)})/` }
    },
    {
      name: 'app-is-for-the-server',
      severity: 'error',
      from: {
        path: `^packages/server/(http|db|mail|jobs|cli|backup|${domains.slice(1, -1)})/`,
        pathNot: testCode
      },
      to: { path: '^packages/server/app/' }
    },
    {
      name: 'no-node-in-browsers',
      comment: 'write-….ts are the programs that generate files',
      severity: 'error',
      from: {
        path: browserCode,
        pathNot: [testCode, '^packages/verifier/testing/', '/write-[^/]+\\.ts$']
      },
      to: { dependencyTypes: ['core'] }
    },
    {
      name: 'stores-without-react',
      severity: 'error',
      from: { path: '^packages/(money|api|stores)/' },
      to: { path: 'node_modules/(react|react-dom|preact|@nanostores/react)/' }
    },
    {
      name: 'endpoints-without-dependencies',
      comment: 'tiny embeds read the endpoints: a dependency here would be in each of them',
      severity: 'error',
      from: { path: '^packages/api/.+/endpoints\\.ts$' },
      to: { path: 'node_modules/', dependencyTypesNot: ['type-only'] }
    },
    {
      name: 'no-cycles',
      severity: 'error',
      // The bundler's output is excluded: cycles between generated files do not matter.
      from: { pathNot: '^dashboard/build/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }
    }
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.react-router)/|^dashboard/build/client/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.jsx', '.json', '.css']
    }
  }
}
