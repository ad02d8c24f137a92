// A chart keeps a tab, whatever part of it changes in the files: without one it could not be opened.

import { expect, test } from 'vitest'
import { OutputName } from '#contract/output-names.ts'
import { useEditedExample, type EditedExample } from '#tests/support/edited-example.ts'

const { run } = useEditedExample()

const hideAllBut = (shown: OutputName): OutputName[] => OutputName.options.filter(name => name !== shown)

/** The chart “Visits” in two parts, of which only the composition is shown. */
const inParts = ({ charts }: EditedExample): void =>
  charts(file => {
    const [chart] = file.charts
    chart!.hidden_output_names = hideAllBut('stacked')
    chart!.parameters.push({
      parameter_name: 'Cost',
      parameter_role: 'value',
      question: 'cost',
      display_order: 2
    })
  })

test('a series that the only tab of a chart needs is not removed', async () => {
  expect((await run(inParts, true)).at(-1)).toMatch(/Everything was written\.$/)
  const lines = await run(files => {
    inParts(files)
    files.charts(file => file.charts[0]!.parameters.pop())
  })
  expect(lines.join('\n')).toMatch(
    /^projects\/visitors\/charts\.json:\d+ refused chart "Visits" of visitors: hidden_output_names must leave the chart a tab/m
  )
  const shown = await run(files => {
    inParts(files)
    files.charts(file => {
      file.charts[0]!.parameters.pop()
      file.charts[0]!.hidden_output_names = hideAllBut('table')
    })
  })
  expect(shown.join('\n')).not.toContain('refused')
})

test('periods that the only tab of a chart that the files omit needs are not removed', async () => {
  const years = Array.from({ length: 8 }, (_, index) => String(2031 + index))
  const addYears = ({ programme }: EditedExample): void =>
    programme(file => {
      for (const year of years)
        file.time_periods.push({
          time_period_name: year,
          starts_at: `${year}-01-01`,
          ends_at: `${year}-12-31`
        })
    })
  const withYears = (files: EditedExample): void => {
    addYears(files)
    files.project(file => file.periods.push(...years.map(time_period => ({ time_period }))))
    files.charts(file => (file.charts[0]!.hidden_output_names = hideAllBut('control')))
  }
  expect((await run(withYears, true)).at(-1)).toMatch(/Everything was written\.$/)
  const lines = await run(files => {
    addYears(files)
    files.omitCharts()
  })
  expect(lines.join('\n')).toMatch(
    /refused chart "Visits" of visitors: hidden_output_names must leave the chart a tab/
  )
})
