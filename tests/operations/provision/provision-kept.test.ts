// What the files omit stays as it is stored, so a run must not make it wrong: it is refused as if the files contained it.

import { expect, test } from 'vitest'
import {
  partOf,
  questionOf,
  useEditedExample,
  type EditedExample,
  type QuestionnaireNode
} from '#tests/support/edited-example.ts'

const { run, database } = useEditedExample()

test('charts stay without charts.json', async () => {
  expect(await run(files => files.omitCharts())).toEqual(['Nothing to do.'])
})

test('a chart that the files omit needs a number', async () => {
  const lines = await run(files => {
    files.omitCharts()
    files.questionnaire(file => {
      Object.assign(questionOf(file, 'visits'), {
        question_type: 'single_choice',
        option_names: ['Few', 'Many'],
        decimal_places: null,
        min_value: null
      })
      file.questions = file.questions.filter(({ question_code }) => question_code !== 'each')
      const part = partOf(file)
      part.cells = part.cells.filter(({ question }) => question !== 'each')
    })
  })
  expect(lines.join('\n')).toMatch(
    /^projects\/visitors\/project\.json:\d+ refused cell of a chart ".+" of visitors › Visits: visits is not a question with a numeric answer/m
  )
})

test('a chart that the files omit needs its place', async () => {
  const lines = await run(files => {
    files.omitCharts()
    files.questionnaire(file => {
      const part = partOf(file)
      part.cells = part.cells.filter(({ question }) => !['each', 'visits'].includes(question))
    })
  })
  expect(lines.join('\n')).toMatch(
    /refused cell of a chart ".+" of visitors › Visits: visits: the question is not in this cell/
  )
})

test('a question that a chart uses can be retired, as on screen', async () => {
  const lines = await run(files => {
    files.omitCharts()
    files.questionnaire(file => {
      const isRetired = (code: unknown): boolean => code === 'each' || code === 'cost'
      file.questions = file.questions.filter(({ question_code }) => !isRetired(question_code))
      const part = partOf(file)
      part.cells = part.cells.filter(({ question }) => !isRetired(question))
    })
  })
  expect(lines.join('\n')).toContain('retired question "cost" of visitors')
  expect(lines.join('\n')).not.toContain('refused')
})

test('a collection that the files omit needs its view', async () => {
  const lines = await run(files => {
    files.omitCharts()
    files.project(file => (file.explorer_types = [{ explorer_type: 'figures', label: 'Figures' }]))
  })
  expect(lines.join('\n')).toMatch(
    /refused collection "results\/Visits" of visitors: explorer_type "results" is not one of the project's explorer_types/
  )
})

test('a chart that aggregates cases, and that the files omit, needs a survey', async () => {
  const ready = await run(({ questionnaire, charts }) => {
    questionnaire(file => (file.questionnaire_type = 'case'))
    charts(file => {
      file.charts = file.charts.slice(0, 1)
      file.charts[0]!.parameters[0]!['aggregate'] = { kind: 'mean' }
      file.collections[0]!.groups[0]!.charts = ['Visits']
    })
  }, true)
  expect(ready.at(-1)).toMatch(/Everything was written\.$/)
  const lines = await run(files => {
    files.omitCharts()
    files.questionnaire(file => (file.questionnaire_type = 'standard'))
  })
  expect(lines.join('\n')).toMatch(
    /refused cell of a chart ".+" of visitors › Visits: visits mean: needs a survey, or a block with repeating rows/
  )
  const restored = await run(({ questionnaire, charts }) => {
    questionnaire(file => (file.questionnaire_type = 'standard'))
    charts(file => (file.charts[0]!.parameters[0]!['aggregate'] = null))
  }, true)
  expect(restored.at(-1)).toMatch(/Everything was written\.$/)
})

test('an option of a filter is renamed in a peer group that the files omit, too', async () => {
  const rename = ({ programme, organisations, project }: EditedExample): void => {
    programme(file => {
      file.filters[0] = {
        filter_name: 'Part of the country',
        was: 'Region',
        options: ['North', { option_name: 'The south', was: 'South' }]
      }
    })
    organisations(text =>
      text
        .replace(',Region\n', ',Part of the country\n')
        .replaceAll(/,South$/gm, ',The south')
        .replaceAll(',South,South', ',South,The south')
    )
    project(file => delete file.peer_groups)
  }
  const lines = await run(rename, true)
  expect(lines.join('\n')).toMatch(/changed peer group "The South" of visitors: member_rule/)
  const { member_rule } = await database()
    .selectFrom('peer_groups')
    .select('member_rule')
    .where('programme_id', '=', 1)
    .executeTakeFirstOrThrow()
  expect(member_rule).toEqual({
    kind: 'file',
    filters: { 'Part of the country': ['The south'] },
    submissions: []
  })
  expect(await run(rename)).toEqual(['Nothing to do.'])
})

test('a peer group that the files omit needs its option', async () => {
  await run(() => undefined, true)
  const lines = await run(({ programme, organisations, project }) => {
    programme(file => (file.filters[0]!.options = ['North']))
    organisations(text => text.replaceAll(/,South$/gm, ','))
    project(file => delete file.peer_groups)
  })
  expect(lines.join('\n')).toMatch(
    /refused peer group "The South" of visitors: there is no filter option "Region: South"/
  )
})

test('a condition that the files omit needs the option that it compares with', async () => {
  const choice = (file: QuestionnaireNode, options: string[]): void => {
    Object.assign(questionOf(file, 'shop'), { question_type: 'single_choice', option_names: options })
  }
  const first = await run(
    ({ questionnaire }) =>
      questionnaire(file => {
        choice(file, ['None', 'Small', 'Other'])
        questionOf(file, 'sales')['visible_if'] = '[shop] = [shop: Other]'
      }),
    true
  )
  expect(first.at(-1)).toMatch(/Everything was written\.$/)
  const withOptions = (...options: string[]) =>
    run(({ questionnaire }) =>
      questionnaire(file => {
        choice(file, options)
        delete questionOf(file, 'sales')['visible_if']
      })
    )
  expect((await withOptions('None', 'Small')).join('\n')).toMatch(
    /^projects\/visitors\/questionnaires\/visits\.json:\d+ refused question "shop" of visitors: option_list: must keep “Other”: the formula of “Sales of the shop” compares with it/m
  )
  expect((await withOptions('None', 'Other')).join('\n')).not.toContain('refused')
})

test('a condition that the files omit needs the question that it names', async () => {
  const lines = await run(({ questionnaire }) =>
    questionnaire(file => {
      file.questions = file.questions.filter(({ question_code }) => question_code !== 'shop')
      const part = partOf(file)
      part.cells = part.cells.filter(({ question }) => question !== 'shop')
      delete questionOf(file, 'sales')['visible_if']
    })
  )
  expect(lines.join('\n')).toContain(
    'refused question "shop" of visitors: is_active: the formula of “Sales of the shop” needs it'
  )
})
