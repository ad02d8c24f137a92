// Which module may import which: an allow list, so that a new module or a new direction is a decision. Type imports count.
/** What every screen of the browser is made from. */
const screenParts = [
  'browser/api',
  'browser/stores',
  'browser/navigation',
  'browser/forms',
  'browser/editing',
  'browser/ui',
  'domain',
  'contract',
  'lib',
  'programme/paths\\.ts'
]

export const allowedImports = {
  // The ground, which every layer stands on.
  lib: [],
  contract: ['lib'],
  domain: ['contract', 'lib'],
  outside: ['lib'],
  programme: ['domain/projects/submission-word\\.ts', 'contract/codes\\.ts', 'outside', 'lib'],
  // The browser.
  'browser/api': ['contract', 'lib'],
  // Only what a page and its site say: the schema and the loader are the build's.
  'browser/stores': ['browser/api', 'domain', 'contract', 'lib', 'programme/site-config\\.ts'],
  'browser/navigation': ['browser/stores', 'domain', 'lib', 'programme/paths\\.ts'],
  'browser/ui': ['lib'],
  // Only the guard of unsaved work: a form must not know where its screen leads. And only the rule for passwords and the names in expressions,
  // which are the server's too.
  'browser/forms': [
    'browser/ui',
    'browser/navigation/leave\\.ts',
    // A form in a dialog closes it if its reader is still there, and says that it is done.
    'browser/stores/modals\\.ts',
    'browser/stores/outcomes\\.ts',
    'browser/stores/toasts\\.ts',
    'domain/people/password\\.ts',
    'domain/formulas/named-expression\\.ts',
    'lib'
  ],
  // What the builders share: drafts, conflicts, undo.
  'browser/editing': ['browser/stores', 'browser/ui', 'lib'],
  'browser/charts': ['browser/ui', 'domain', 'contract', 'lib'],
  'browser/section': [...screenParts],
  'browser/project-frame': [
    'browser/stores',
    'browser/ui',
    'contract',
    'domain/answers/cell-address\\.ts',
    'lib',
    'programme/paths\\.ts'
  ],
  'browser/api-keys': ['browser/api', 'browser/stores', 'browser/ui', 'contract', 'lib'],
  'browser/questionnaire-builder': ['browser/section', ...screenParts],
  'browser/features': [
    'browser/section',
    'browser/project-frame',
    'browser/api-keys',
    'browser/questionnaire-builder',
    'browser/charts',
    'programme/site-config\\.ts',
    ...screenParts
  ],
  'browser/app': ['browser/features', 'browser/section', 'programme/site-config\\.ts', ...screenParts],
  // The static sites, and the shell that they share.
  sites: ['programme', 'outside', 'lib'],
  pages: ['browser/app', 'sites', 'programme'],
  server: ['domain', 'contract', 'programme', 'outside', 'lib'],
  // What ops run. They write through the server's writers and read the sites' files.
  'operations/publish': ['sites', 'programme', 'outside', 'lib'],
  'operations/doctor': ['sites', 'programme', 'contract', 'outside', 'lib'],
  'operations/backup': ['server/database', 'server/http/log\\.ts', 'server/start\\.ts', 'outside', 'lib'],
  'operations/provision': ['server', 'programme', 'outside', 'domain', 'contract', 'lib'],
  demo: ['server', 'operations/provision', 'domain', 'contract', 'lib']
}

// Inside the server. http and database know no subject of the business; main, config and start, at its root, put the allowedImports together.
const basis = ['http', 'database', 'auth']
export const allowedInServer = {
  database: [],
  http: ['database'],
  auth: ['http', 'database'],
  accounts: basis,
  documents: basis,
  exports: basis,
  // The panel beside a cell shows what others answered, as far as it is published.
  // Reopening what was signed off writes an email.
  // What is accepted stays.
  questionnaires: [...basis, 'accounts', 'acceptance', 'benchmarks'],
  acceptance: [...basis, 'questionnaires'],
  // Reminders of what is not answered yet are emails.
  registrations: [...basis, 'accounts', 'questionnaires'],
  projects: [...basis, 'questionnaires', 'documents'],
  surveys: [...basis, 'acceptance', 'questionnaires'],
  benchmarks: basis,
  // An edition as a file: its figures as charts show them, its answers as they are exported.
  releases: [...basis, 'benchmarks', 'exports'],
  builders: [...basis, 'benchmarks'],
  search: [...basis, 'documents'],
  jobs: ['http', 'database', 'benchmarks', 'accounts', 'questionnaires']
}

// Inside src/browser/section. src/browser/section/section-engine.ts, its one entry, puts state and sync together; the modules that show a section
// start from it.
export const allowedInSection = {
  state: [],
  sync: ['state'],
  table: ['state', 'sync', 'section-engine\\.ts'],
  workbook: ['state', 'section-engine\\.ts'],
  print: ['state', 'table', 'workbook', 'section-engine\\.ts']
}

const inBrowser = '^src/(browser|domain|contract|lib)/'

const allowOnly = Object.entries(allowedImports).map(([module, friends]) => ({
  name: `${module.replace('/', '-')}-imports`,
  severity: 'error',
  comment: `src/${module} may import ${friends.join(', ') || 'no other module'}.`,
  from: { path: `^src/${module}/` },
  to: { path: '^src/', pathNot: [module, ...friends].map(friend => `^src/${friend}(/|$)`) }
}))

const allowOnlyInServer = Object.entries(allowedInServer).map(([module, friends]) => ({
  name: `server-${module}-imports`,
  severity: 'error',
  comment: `src/server/${module} may import ${friends.join(', ') || 'no other module'} of the server.`,
  from: { path: `^src/server/${module}/` },
  to: { path: '^src/server/', pathNot: [module, ...friends].map(friend => `^src/server/${friend}/`) }
}))

const allowOnlyInSection = Object.entries(allowedInSection).map(([module, friends]) => ({
  name: `questionnaire-${module}-imports`,
  severity: 'error',
  comment: `src/browser/section/${module} may import ${friends.join(', ') || 'no other module'} of the questionnaire.`,
  from: { path: `^src/browser/section/${module}/` },
  to: {
    path: '^src/browser/section/',
    pathNot: [module, ...friends].map(friend => `^src/browser/section/${friend}(/|$)`)
  }
}))

export default {
  forbidden: [
    ...allowOnly,
    ...allowOnlyInServer,
    ...allowOnlyInSection,
    { name: 'no-cycles', severity: 'error', from: { path: '^(src|scripts)' }, to: { circular: true } },
    {
      name: 'features-apart',
      severity: 'error',
      comment: 'A feature never imports another feature.',
      from: { path: '^src/browser/features/([^/]+)/' },
      to: { path: '^src/browser/features/', pathNot: '^src/browser/features/$1/' }
    },
    {
      name: 'screens-do-not-call',
      severity: 'error',
      comment: 'What happens stands in a .ts file; a .tsx only renders.',
      from: { path: '^src/.*\\.tsx$' },
      to: { path: '^src/browser/api/call\\.ts$' }
    },
    {
      name: 'cache-has-one-entry',
      severity: 'error',
      comment: 'Everything but the calls themselves uses the cache through its entry.',
      from: { path: '^src/', pathNot: '^src/browser/api/(cache/|call\\.ts|send-call\\.ts)' },
      to: { path: '^src/browser/api/cache/', pathNot: '^src/browser/api/cache/cache\\.ts$' }
    },
    {
      name: 'browser-without-node',
      severity: 'error',
      from: { path: inBrowser },
      to: { dependencyTypes: ['core'] }
    },
    {
      name: 'browser-without-server-packages',
      severity: 'error',
      from: { path: inBrowser },
      to: { path: 'node_modules/(hono|@hono|kysely|pg|@electric-sql|nodemailer|jsonc-parser|culori)/' }
    },
    {
      name: 'server-without-browser-packages',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: 'node_modules/(react|react-dom|wouter|nanostores|@nanostores|ky|plotly\\.js)/' }
    },
    {
      name: 'product-without-tests',
      severity: 'error',
      from: { path: '^(src|scripts)/', pathNot: '^scripts/test(-long)?\\.ts$' },
      to: { path: '^tests/' }
    },
    {
      name: 'resolvable',
      severity: 'error',
      // The font's packages are installed only to make the font anew.
      from: { path: '^(src|scripts|tests)', pathNot: '^scripts/subset-font' },
      to: { couldNotResolve: true, pathNot: '^(astro:|virtual:|cloudflare:)' }
    }
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.build|node_modules/\\.)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      mainFields: ['module', 'main', 'types']
    }
  }
}
