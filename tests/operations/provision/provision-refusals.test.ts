// Changes that registrations or answers rule out.

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  editProgramme,
  editProject,
  editQuestionnaire,
  type Files
} from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'
import { partInTurn } from '#tests/support/rotation.ts'

const QUESTIONS = 'skill-mix-and-absence'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const refusals: [string, (files: Files) => void, RegExp][] = [
  [
    'a period with registrations',
    files => {
      editProgramme(files, file => file.time_periods.shift())
      for (const name of ['ward-staffing', 'ward-quality'])
        editProject(files, name, file => {
          file.periods = file.periods.filter(({ time_period }) => time_period !== '2024')
          for (const document of file.documents)
            if (document.time_period === '2024') document.time_period = '2025'
        })
      for (const name of [QUESTIONS, 'quality-of-care'])
        editQuestionnaire(files, name, file => {
          file.periods = file.periods.filter(({ time_period }) => time_period !== '2024')
        })
    },
    /^programme\.json:1 refused period "2024": \d+ registrations use it; put it back into the file \[.+\]$/m
  ],
  [
    'a visibility that shows more',
    files => editProject(files, 'ward-quality', file => (file.visibility = 'named')),
    /^projects\/ward-quality\/project\.json:1 refused project "ward-quality": members of \d+ registrations were promised/m
  ],
  [
    'a smaller minimum of organisations',
    files => editProject(files, 'ward-quality', file => (file.minimum_count = 2)),
    /refused project "ward-quality": .* it can only become stricter \[.+\]$/m
  ],
  [
    'a scope that someone registered',
    files => editProject(files, 'ward-staffing', file => file.scopes.pop()),
    /refused scope "Wards for older people" of ward-staffing: \d+ registrations use it/m
  ],
  [
    'a filter option that submissions have',
    files =>
      editProgramme(files, file =>
        file.filters.find(({ filter_name }) => filter_name === 'Size')?.options.shift()
      ),
    /refused filter option "Under 20 beds" of Size: \d+ submissions use it/m
  ],
  [
    'another type for a question with answers',
    files =>
      editQuestionnaire(
        files,
        QUESTIONS,
        file =>
          (file.questions.find(
            ({ question_text }) => question_text === 'Are rosters kept electronically?'
          )!.question_type = 'text')
      ),
    /^projects\/ward-staffing\/questionnaires\/skill-mix-and-absence\.json:\d+ refused question "electronic" of ward-staffing: question_type: cannot change any more: the question has \d+ answers\. Create a new one/m
  ],
  [
    'an option that may be chosen',
    files => editQuestionnaire(files, QUESTIONS, file => file.questions[0]?.option_names?.pop()),
    /refused question "specialty" of ward-staffing: option_list: must keep every option: the question has \d+ answers/m
  ],
  [
    'a place with answers',
    files =>
      editQuestionnaire(files, QUESTIONS, file => {
        const [place] = file.sections[0]?.sub_sections[0]?.cells.splice(0, 1) ?? []
        expect(place).toEqual({ question: 'specialty' })
      }),
    /refused place of a question "specialty" of .+: membership_ids: \d+ answers and \d+ comments are in this place; retire the question/m
  ],
  [
    'a project',
    files => {
      editProgramme(files, file => file.projects.pop())
      for (const path of files.keys()) if (path.startsWith('projects/ward-quality/')) files.delete(path)
    },
    /refused project "ward-quality": projects are not removed/m
  ],
  [
    'a formula over sections',
    files =>
      editQuestionnaire(files, 'quality-of-care', file => {
        const [part] = file.sections.find(section =>
          section.sub_sections.some(({ cells }) => cells.some(({ question }) => question === 'harm_share'))
        )!.sub_sections
        file.questions.push({
          question_code: 'far',
          question_text: 'Far',
          question_type: 'calculated',
          expression: '[asked] + 1'
        })
        part!.cells.push({ question: 'far', is_required: false })
      }),
    /^projects\/ward-quality\/questionnaires\/quality-of-care\.json:\d+ refused question "far" of ward-quality: expression: \[\w+\] is not in the same section \[.+\]$/m
  ],
  ...(
    [
      ['a formula', 'harm_share', 'quality-of-care', { expression: '[harmful_falls] / [bed_days] * 100' }],
      ['a unit', 'vacant', QUESTIONS, { unit: 'people' }],
      ['a limit', 'beds', QUESTIONS, { max_value: 12 }],
      ['decimals', 'budgeted', QUESTIONS, { decimal_places: 0 }],
      ['a condition', 'beds', QUESTIONS, { visible_if: '[patient_days] > 1' }],
      ['a condition that goes', 'system', QUESTIONS, { visible_if: null }],
      // A chart counts the two steps that stay.
      ['the steps of a scale', 'way', 'patient-experience-survey', { option_names: ['Easy', 'Very easy'] }]
    ] as const
  ).map(([name, code, file, change]): [string, (files: Files) => void, RegExp] => [
    `${name} of a question with answers`,
    files =>
      editQuestionnaire(files, file, ({ questions }) =>
        Object.assign(
          questions.find(({ question_code }) => question_code === code)!,
          change
        )
      ),
    new RegExp(
      `refused question "${code}" of [\\w-]+: ${Object.keys(change)[0]?.replace('option_names', 'option_list')}: (cannot (change|become narrower) any more: the question has \\d+ answers\\. Create a new one|must keep every option: .*) \\[.+\\]$`,
      'm'
    )
  ]),
  [
    'a disabled place',
    files =>
      editQuestionnaire(files, QUESTIONS, file => {
        Object.assign(file.sections[0]!.sub_sections[0]!.cells[0]!, { is_disabled: true, is_required: false })
      }),
    /refused place of a question "specialty" of .+: is_disabled: cannot change any more: this place has \d+ answers and \d+ comments \[.+\]$/m
  ]
]

test.each(partInTurn(refusals, 2, 'refused content'))(
  'refused: %s; then nothing is written',
  async (_name, change, line) => {
    const before = await workshop.exported()
    const files = new Map(before)
    change(files)
    const lines = await workshop.run(files)
    expect(lines.join('\n')).toMatch(line)
    expect(lines.at(-1)).toMatch(/refused\. Nothing was written, because something was refused\.$/)
    expect(await workshop.exported()).toEqual(before)
  }
)

test('a project whose code cannot be a folder name is not exported', async () => {
  const { database, exported } = workshop
  const codes = await database.selectFrom('projects').select(['project_id', 'project_code']).execute()
  for (const code of ['../../../elsewhere', 'a/../../../b', '..', '/etc/cron.d/x', 'a\\..\\b', '.hidden']) {
    await database.updateTable('projects').set({ project_code: code }).where('project_id', '=', 1).execute()
    await expect(exported()).rejects.toThrow(`The project code "${code}" cannot be the name of a folder.`)
  }
  for (const { project_id, project_code } of codes)
    await database
      .updateTable('projects')
      .set({ project_code })
      .where('project_id', '=', project_id)
      .execute()
  expect(await exported()).toBeInstanceOf(Map)
})
