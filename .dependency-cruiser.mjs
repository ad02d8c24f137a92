// Which room may import which: an allow list, so that a new room or a new direction is a decision. Type imports count.
export const rooms = {
  lib: [],
  contract: ['lib'],
  domain: ['contract', 'lib'],
  // Only the addresses: a redirect must not stand where a page does.
  programme: ['navigation/paths\\.ts', 'contract/codes\\.ts', 'outside', 'lib'],
  // Files and replies that others supply: every command reads them here.
  outside: ['lib'],
  publish: ['programme', 'outside', 'lib'],
  doctor: ['programme', 'outside', 'contract', 'lib'],
  api: ['contract', 'lib'],
  // Only what a page and its site say: the schema and the loader are the build's.
  stores: ['api', 'domain', 'contract', 'lib', 'programme/site-config\\.ts'],
  navigation: ['stores', 'domain', 'lib'],
  ui: ['lib'],
  // Only the guard of unsaved work: a form must not know where its screen leads. And only the rule for passwords, which is the server's too.
  forms: ['ui', 'navigation/leave\\.ts', 'domain/password\\.ts', 'lib'],
  charts: ['ui', 'domain', 'contract', 'lib'],
  questionnaire: ['api', 'stores', 'navigation', 'forms', 'ui', 'domain', 'contract', 'lib'],
  'project-frame': ['stores', 'ui', 'contract', 'lib'],
  'case-codes': ['api', 'stores', 'forms', 'ui', 'domain', 'contract', 'lib'],
  'questionnaire-builder': [
    'questionnaire',
    'api',
    'stores',
    'navigation',
    'forms',
    'ui',
    'domain',
    'contract',
    'lib'
  ],
  features: [
    'questionnaire',
    'case-codes',
    'project-frame',
    'questionnaire-builder',
    'charts',
    'forms',
    'ui',
    'navigation',
    'stores',
    'api',
    'domain',
    'contract',
    'lib',
    'programme/site-config\\.ts'
  ],
  app: [
    'features',
    'questionnaire',
    'ui',
    'forms',
    'navigation',
    'stores',
    'api',
    'domain',
    'contract',
    'programme/site-config\\.ts',
    'lib'
  ],
  pages: ['app', 'navigation', 'programme'],
  server: ['domain', 'contract', 'programme', 'outside', 'lib'],
  provision: ['server', 'programme', 'outside', 'domain', 'contract', 'lib'],
  demo: ['server', 'provision', 'domain', 'contract', 'lib']
}

// Inside the server. http and database know no subject of the business; main, config and start, at its root, put the rooms together.
const basis = ['http', 'database', 'auth']
export const serverRooms = {
  database: [],
  http: ['database'],
  auth: ['http', 'database'],
  accounts: basis,
  documents: basis,
  // The panel beside a cell shows what others answered, as far as it is published.
  questionnaires: [...basis, 'benchmarks'],
  registrations: [...basis, 'questionnaires'],
  projects: [...basis, 'questionnaires', 'documents'],
  surveys: [...basis, 'questionnaires'],
  benchmarks: basis,
  builders: [...basis, 'benchmarks'],
  search: [...basis, 'documents'],
  jobs: ['http', 'database', 'benchmarks', 'accounts'],
  backup: ['http', 'database']
}

// Inside the questionnaire. section-engine.ts, its one entry, puts state and sync together; the rooms that show a section start from it.
export const questionnaireRooms = {
  state: [],
  sync: ['state'],
  table: ['state', 'sync', 'section-engine\\.ts'],
  workbook: ['state', 'section-engine\\.ts'],
  print: ['state', 'table', 'workbook', 'section-engine\\.ts']
}

const browserRooms = [
  'lib',
  'contract',
  'domain',
  'api',
  'stores',
  'navigation',
  'ui',
  'forms',
  'charts',
  'questionnaire',
  'case-codes',
  'project-frame',
  'questionnaire-builder',
  'features',
  'app'
]

const allowOnly = Object.entries(rooms).map(([room, friends]) => ({
  name: `${room}-imports`,
  severity: 'error',
  comment: `src/${room} may import ${friends.join(', ') || 'no other room'}.`,
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: [room, ...friends].map(friend => `^src/${friend}(/|$)`) }
}))

const allowOnlyInServer = Object.entries(serverRooms).map(([room, friends]) => ({
  name: `server-${room}-imports`,
  severity: 'error',
  comment: `src/server/${room} may import ${friends.join(', ') || 'no other room'} of the server.`,
  from: { path: `^src/server/${room}/` },
  to: { path: '^src/server/', pathNot: [room, ...friends].map(friend => `^src/server/${friend}/`) }
}))

const allowOnlyInQuestionnaire = Object.entries(questionnaireRooms).map(([room, friends]) => ({
  name: `questionnaire-${room}-imports`,
  severity: 'error',
  comment: `src/questionnaire/${room} may import ${friends.join(', ') || 'no other room'} of the questionnaire.`,
  from: { path: `^src/questionnaire/${room}/` },
  to: {
    path: '^src/questionnaire/',
    pathNot: [room, ...friends].map(friend => `^src/questionnaire/${friend}(/|$)`)
  }
}))

export default {
  forbidden: [
    ...allowOnly,
    ...allowOnlyInServer,
    ...allowOnlyInQuestionnaire,
    { name: 'no-cycles', severity: 'error', from: { path: '^(src|scripts)' }, to: { circular: true } },
    {
      name: 'features-apart',
      severity: 'error',
      comment: 'A feature never imports another feature.',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' }
    },
    {
      name: 'screens-do-not-call',
      severity: 'error',
      comment: 'What happens stands in a .ts file; a .tsx only renders.',
      from: { path: '^src/.*\\.tsx$' },
      to: { path: '^src/api/call\\.ts$' }
    },
    {
      name: 'browser-without-node',
      severity: 'error',
      from: { path: `^src/(${browserRooms.join('|')})/` },
      to: { dependencyTypes: ['core'] }
    },
    {
      name: 'browser-without-server-packages',
      severity: 'error',
      from: { path: `^src/(${browserRooms.join('|')})/` },
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
      from: { path: '^(src|scripts|tests)' },
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
