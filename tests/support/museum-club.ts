// A small programme from its first file on: its folder, the commands that read it, and its API as a process.

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DAY_MS } from '#lib/time/clock.ts'
import { answerLine, answersCsv } from './answers-import.ts'
import { openEmpty } from './seeded-database.ts'
import { bareEnvironment, startProcess, type ServerProcess } from './server-process.ts'
import { startSmtp } from './smtp-server.ts'
import { root } from './worked-example.ts'

export const MUSEUMS = ['CITY', 'SEA', 'TOYS'] as const
export type Museum = (typeof MUSEUMS)[number]

/** The date `days` days from today. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

interface ContentChoice {
  /** When data collection ends, in days from today. */
  closes: number
  /** What the first chart shows. */
  charted?: string
  /** The code of the questions with visits in the file of the past. */
  visits?: string
}

const part = (question: string, parameter_role: string, parameter_name: string, more = {}) => ({
  question,
  parameter_role,
  parameter_name,
  ...more
})

/** Visits and cost of the year before, as files have them. */
const pastFigures: Record<Museum, readonly [visits: number, cost: number]> = {
  CITY: [1200, 30_000],
  SEA: [800, 16_000],
  TOYS: [500, 15_000]
}

const pastCsv = (visits: string): string =>
  answersCsv(
    ...MUSEUMS.flatMap((organisation, index) => {
      const [count, cost] = pastFigures[organisation]
      const unit = { organisation, submission: `M${index + 1}`, period: '2025', section_status: 'signed_off' }
      return [
        answerLine(visits, String(count), unit),
        answerLine('cost', String(cost), unit),
        answerLine('each', String(cost / count), unit)
      ]
    })
  )

const charts = (charted: string) => [
  { chart_name: 'Visits', decimal_places: 0, parameters: [part(charted, 'value', 'Visits')] },
  {
    chart_name: 'Cost of a visit',
    unit: '€',
    direction: 'lower',
    decimal_places: 2,
    parameters: [part('cost', 'numerator', 'Cost'), part('visits', 'denominator', 'Cost')]
  },
  {
    chart_name: 'Found their way easily',
    unit: '%',
    direction: 'higher',
    parameters: [
      part('way', 'value', 'All', { aggregate: { kind: 'share', options: ['Easy'] }, multiplier: 100 })
    ]
  }
]

const filesOf = ({
  closes,
  charted = 'visits',
  visits = 'visits'
}: ContentChoice): Record<string, unknown> => ({
  'programme.json': {
    programme: 'museums',
    time_periods: ['2025', '2026'].map(time_period_name => ({
      time_period_name,
      starts_at: `${time_period_name}-01-01`,
      ends_at: `${time_period_name}-12-31`
    })),
    projects: ['visitors']
  },
  'organisations.csv': [
    'organisation_code,organisation_name,organisation_type,region',
    'CITY,City Museum,Local,North',
    'SEA,Museum of the Sea,National,South',
    'TOYS,Toy Museum,Independent,South',
    ''
  ].join('\n'),
  'projects/visitors/project.json': {
    project_name: 'Visitors',
    visibility: 'named',
    minimum_count: 2,
    requires_acceptance: true,
    explorer_types: [{ explorer_type: 'results', label: 'Results' }],
    periods: [
      { time_period: '2025' },
      {
        time_period: '2026',
        registration_opens_at: dayFromNow(-60),
        registration_closes_at: dayFromNow(30),
        collection_opens_at: dayFromNow(-50),
        collection_closes_at: dayFromNow(closes)
      }
    ],
    scopes: [{ scope_name: 'Whole museum', scope_description: 'All sites of the museum together.' }],
    questionnaires: ['visits', 'survey']
  },
  'projects/visitors/questionnaires/visits.json': {
    questionnaire_name: 'Visits and cost',
    periods: [{ time_period: '2025' }, { time_period: '2026' }],
    questions: [
      { question_code: 'visits', question_text: 'Visits', question_type: 'integer', min_value: 0 },
      {
        question_code: 'cost',
        question_text: 'Cost',
        question_type: 'currency',
        unit: '€',
        decimal_places: 0
      },
      {
        question_code: 'each',
        question_text: 'Cost of a visit',
        question_type: 'calculated',
        unit: '€',
        decimal_places: 2,
        expression: '[cost] / [visits]'
      }
    ],
    sections: [
      {
        section_name: 'Visits',
        sub_sections: [
          {
            sub_section_name: 'Figures',
            cells: [{ question: 'visits' }, { question: 'cost' }, { question: 'each', is_required: false }]
          }
        ]
      }
    ]
  },
  'projects/visitors/questionnaires/survey.json': {
    questionnaire_name: 'Visitors',
    questionnaire_type: 'case',
    periods: [{ time_period: '2026' }],
    questions: [
      {
        question_code: 'way',
        question_text: 'How easy was it to find your way?',
        question_type: 'single_choice',
        option_names: ['Easy', 'Hard']
      }
    ],
    sections: [
      {
        section_name: 'Your visit',
        sub_sections: [{ sub_section_name: 'The way', cells: [{ question: 'way' }] }]
      }
    ]
  },
  'projects/visitors/charts.json': {
    collections: [
      {
        explorer_type: 'results',
        collection_name: 'Visits',
        groups: [
          {
            group_slug: 'visits',
            group_name: 'Visits',
            charts: charts(charted).map(({ chart_name }) => chart_name)
          }
        ]
      }
    ],
    charts: charts(charted).map(chart => ({ ...chart, collection: 'results/Visits' }))
  },
  'projects/visitors/answers/2025.csv': pastCsv(visits)
})

export interface Ran {
  status: number
  stdout: string
  stderr: string
}

/** Runs commands in an empty folder, which holds the embedded database, or with an empty database of the server that is tested. */
export async function openClub() {
  const store = process.env['TEST_DATABASE_URL'] === undefined ? undefined : await openEmpty()
  const folder = mkdtempSync(join(tmpdir(), 'museum-club-'))
  const smtp = await startSmtp()
  const environment = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'noreply@museums.example',
    SITE_URL: 'https://{code}.example.org',
    ...(store?.url !== undefined && { DATABASE_URL: store.url })
  }
  let api: ServerProcess | undefined
  return {
    /** The code of the invitation that was mailed to somebody, once it is there. */
    codeMailedTo: (address: string): string | undefined =>
      smtp.mails
        .filter(mail => mail.includes(address))
        .map(mail => mail.replaceAll('=\n', '').replaceAll('=3D', '='))
        .flatMap(text => /invited=yes&code=(\S+)/.exec(text)?.[1] ?? [])[0],
    url: (): string => api?.url ?? '',
    writeContent(choice: ContentChoice): void {
      for (const [name, content] of Object.entries(filesOf(choice))) {
        const path = join(folder, 'content/museums', name)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
      }
    },
    /** `npm run <name> -- <words>`. Does not block this process, which is the mail server. */
    run: (name: string, ...words: readonly string[]): Promise<Ran> =>
      new Promise(resolve => {
        const where = name === 'new-programme' ? ['--root', folder] : []
        const command = [join(root, `scripts/${name}.ts`), ...words, ...where]
        const options = { cwd: folder, env: { ...bareEnvironment(), ...environment } }
        execFile(process.execPath, command, options, (error, stdout, stderr) =>
          resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr })
        )
      }),
    async startApi(): Promise<void> {
      api = await startProcess(environment, [], join(root, 'scripts/api.ts'), folder)
    },
    async stopApi(): Promise<void> {
      await api?.kill()
      api = undefined
    },
    async close(): Promise<void> {
      await api?.kill()
      await smtp.close()
      await store?.close()
      rmSync(folder, { recursive: true })
    }
  }
}
