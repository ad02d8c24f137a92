// What is added to a scratch copy of the repository: one example for a row of the table "Where do I add …" in CONTRIBUTING.md.

import { allMigrations } from '#server/database/migrate.ts'

const lastNumber = Number.parseInt(allMigrations.at(-1)!.name, 10)
const migration = `${String(lastNumber + 1).padStart(3, '0')}-organisation-website`

export interface Addition {
  /** The first cell of its row. */
  row: string
  /** New files with their content. */
  files?: Readonly<Record<string, string>>
  edits: readonly Edit[]
}

/** Inserts a text in a file before the first occurrence of another. */
interface Edit {
  file: string
  before: string
  insert: string
}

export const additions: readonly Addition[] = [
  {
    row: 'a screen',
    files: {
      'src/browser/features/glossary/glossary-screen.tsx': `/** The terms of the programme. */
export default function GlossaryScreen() {
  return <h1 className="text-title">Glossary</h1>
}
`
    },
    edits: [
      {
        file: 'src/programme/paths.ts',
        before: `  organisation: () =>`,
        insert: `  glossary: () => '/glossary',\n`
      },
      { file: 'src/programme/paths.ts', before: `  paths.organisation(),`, insert: `  paths.glossary(),\n` },
      {
        file: 'src/browser/app/routes.ts',
        before: `  route({\n    pattern: '/organisation',`,
        insert: `  route({
    pattern: '/glossary',
    title: 'Glossary',
    page: chunk(() => import('#browser/features/glossary/glossary-screen.tsx')),
    props: NO_PROPS
  }),
`
      },
      {
        file: 'tests/support/screens.ts',
        before: `  '/organisation': {`,
        insert: `  '/glossary': { address: () => '/glossary', content: null },\n`
      }
    ]
  },
  {
    row: 'an API call',
    edits: [
      {
        file: 'src/contract/documents.ts',
        before: `export const downloadDocument`,
        insert: `export const countDocuments = endpoint({
  method: 'GET',
  path: 'documents/count',
  access: 'viewer',
  isAddition: true,
  summary: 'The number of documents that the caller may read.',
  reply: v.object({ document_count: describe('How many documents there are.', IdOrZero) })
})

`
      },
      {
        file: 'src/server/documents/documents.ts',
        before: `export const downloadDocument`,
        insert: `export const countDocuments: RouteOf<'countDocuments'> = async (_input, { database, caller, now }) => {
  const rows = await visibleDocuments(database, caller.programmeId, caller, now).execute()
  return { document_count: rows.length }
}

`
      },
      {
        file: 'docs/decisions/0032-operations-beyond-the-specification.md',
        before: '| `GET auth/sessions/` |',
        insert: '| `GET documents/count` | counts the documents that the caller may read |\n'
      }
    ]
  },
  {
    row: 'a column',
    files: {
      [`src/server/database/migrations/${migration}.ts`]: `import type { Migration } from '#server/database/migration.ts'

export const organisationWebsite: Migration = {
  name: '${migration}',
  up: make => make.run("alter table organisations add column website text not null default ''")
}
`
    },
    edits: [
      {
        file: 'src/server/database/migrate.ts',
        before: `import { withRetries }`,
        insert: `import { organisationWebsite } from './migrations/${migration}.ts'\n`
      },
      {
        file: 'src/server/database/migrate.ts',
        before: `\n]\n\ninterface MigrateOptions`,
        insert: `,\n  organisationWebsite`
      },
      {
        file: 'src/server/database/row-types.ts',
        before: `  }\n  output_types: {`,
        insert: `    website: Generated<string>\n`
      },
      {
        file: 'src/contract/organisations.ts',
        before: `  organisation_type: describe(`,
        insert: `  website: describe('Address of its website.', v.string()),\n`
      },
      {
        file: 'src/server/projects/organisations.ts',
        before: `      'organisation_type',`,
        insert: `      'website',\n`
      }
    ]
  },
  {
    row: 'a programme field',
    edits: [
      {
        file: 'src/programme/site-config-schema.ts',
        before: `  registration_enabled:`,
        insert: `  accessibility_url: describe('The accessibility statement.', v.optional(Link('accessibility_url'), '')),\n`
      },
      {
        file: 'src/programme/site-config.ts',
        before: `  registration_enabled: boolean`,
        insert: `  accessibility_url: string\n`
      },
      {
        file: 'src/programme/site-config.ts',
        before: `  registration_enabled: true`,
        insert: `  accessibility_url: '',\n`
      },
      {
        file: 'src/browser/stores/site-config.ts',
        before: `  registration_enabled: isFlag`,
        insert: `  accessibility_url: isLink,\n`
      },
      {
        file: 'programmes/wards.json',
        before: `    "minimum_peer_count"`,
        insert: `    "accessibility_url": "https://wards.example/accessibility",\n`
      },
      {
        file: 'src/browser/features/accounts/account-frame.tsx',
        before: `support_email, privacy_url, terms_url }`,
        insert: `accessibility_url, `
      },
      {
        file: 'src/browser/features/accounts/account-frame.tsx',
        before: `    terms_url && `,
        insert: `    accessibility_url && <a href={accessibility_url}>Accessibility</a>,\n`
      }
    ]
  },
  {
    row: 'a question type',
    edits: [
      { file: 'src/contract/questionnaires.ts', before: `  'date',\n  'calculated'`, insert: `  'year',\n` },
      {
        file: 'src/domain/answers/question-types.ts',
        before: `  calculated: {`,
        insert: `  year: {
    ...numberType,
    label: 'Year',
    check: checks.checkNumber(() => 0),
    isSummed: false,
    instruction: () => 'Year, as 2026'
  },
`
      },
      {
        file: 'src/browser/section/table/fields.tsx',
        before: `  calculated: noField`,
        insert: `  year: { ...typedField(FIGURE, { inputMode: 'decimal', placeholder: () => 'yyyy' }), isShort: true },\n`
      }
    ]
  },
  {
    row: 'a chart type',
    files: {
      'src/browser/charts/kinds/dots.ts': `// Every value as a dot: the spread without its boxes.

import type { ChartView } from '#browser/charts/view/chart-view.ts'
import type { ChartFigure, DrawContext } from '#browser/charts/view/figure.ts'
import { drawBoxPlot } from './box.ts'

export function drawDots(chartView: ChartView, context: DrawContext): ChartFigure {
  const figure = drawBoxPlot(chartView, context)
  return { ...figure, data: figure.data.filter(({ type }) => type !== 'box') }
}
`
    },
    edits: [
      {
        file: 'src/contract/chart-kinds.ts',
        before: `  trend: {`,
        insert: `  dots: { ...plainKind, tab: 'Dots' },\n`
      },
      {
        file: 'src/browser/charts/drawings.ts',
        before: `import { drawFunnel }`,
        insert: `import { drawDots } from './kinds/dots.ts'\n`
      },
      {
        file: 'src/browser/charts/drawings.ts',
        before: `  trend: drawTrend`,
        insert: `  dots: drawDots,\n`
      },
      {
        file: 'src/browser/charts/drawn-kinds.ts',
        before: `  trend: {`,
        insert: `  dots: { is: 'figure' },\n`
      }
    ]
  }
]
