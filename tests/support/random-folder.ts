// Folders of random programmes: every kind of content, with names that have a meaning in files, formulas and keys.

import fc from 'fast-check'
import type { Files } from './provisioned-folder.ts'
import {
  addQuestionnaire,
  json,
  nameOf,
  oneOf,
  some,
  times,
  type Draw,
  type DrawnQuestionnaire
} from './random-questionnaire.ts'

const csvCell = (text: string): string => `"${text.replaceAll('"', '""')}"`

export function randomFolder(draw: Draw, programme: string): Files {
  const periods = times(draw, 1, 3, index => nameOf(draw, 'Period', index))
  const filters = times(draw, 0, 2, index => ({
    filter_name: nameOf(draw, 'Filter', index),
    options: times(draw, 1, 3, option => nameOf(draw, 'Option', option))
  }))
  const organisations = times(draw, 0, 4, index => [
    `O/%2F;${index}`,
    nameOf(draw, 'Organisation', 0),
    ...filters.map(({ options }) => options.filter(() => draw(fc.boolean)).join('\n'))
  ])
  const projects = times(draw, 0, 2, index => `project-${index + 1}`)
  const files: Files = new Map([
    [
      'programme.json',
      json({
        programme,
        time_periods: periods.map((time_period_name, index) => ({
          time_period_name,
          starts_at: `20${20 + index}-01-01`,
          ends_at: `20${20 + index}-12-31`
        })),
        filters,
        projects
      })
    ],
    [
      'organisations.csv',
      [
        ['organisation_code', 'organisation_name', ...filters.map(({ filter_name }) => filter_name)],
        ...organisations
      ]
        .map(line => `${line.map(csvCell).join(',')}\n`)
        .join('')
    ]
  ])
  for (const project of projects) addProject(draw, files, `projects/${project}`, periods)
  return files
}

/** A document of a period is named together with the period. */
const referenceTo = (document: { document_name: string; time_period?: unknown }): string =>
  typeof document.time_period === 'string'
    ? `${document.document_name}/${document.time_period}`
    : document.document_name

function addProject(draw: Draw, files: Files, root: string, periods: readonly string[]): void {
  const scopes = times(draw, 0, 2, index => nameOf(draw, 'Scope', index))
  const documents = times(draw, 0, 2, index => ({
    document_name: nameOf(draw, 'Document', index),
    document_type: 'guidance',
    file_name: `${index}.txt`,
    mime_type: 'text/plain',
    published_at: '2026-03-29',
    ...some(draw, { version_label: nameOf(draw, 'v', 0), is_public: true, time_period: periods[0] })
  }))
  for (const { file_name } of documents) files.set(`${root}/documents/${file_name}`, Buffer.from(file_name))
  const questionnaires = times(draw, 0, 2, index =>
    addQuestionnaire(draw, files, root, index, periods, scopes)
  )
  const codes = questionnaires.flatMap(one => one.codes)
  files.set(
    `${root}/project.json`,
    json({
      project_name: nameOf(draw, 'Project', 0),
      visibility: oneOf(draw, 'named', 'anonymous', 'aggregate'),
      minimum_count: draw(fc.integer, { min: 1, max: 9 }),
      explorer_types: [{ explorer_type: 'results', label: nameOf(draw, 'Results', 0) }],
      periods: periods.map(time_period => ({
        time_period,
        ...some(draw, {
          registration_opens_at: '2026-01-01',
          collection_opens_at: '2026-03-29T01:30:00Z',
          collection_closes_at: '2027-10-31',
          closed_at: null
        })
      })),
      scopes: scopes.map(scope_name => ({ scope_name, ...some(draw, { scope_description: 'Part' }) })),
      contacts: times(draw, 0, 2, index => ({
        contact_name: nameOf(draw, 'Contact', index),
        email_address: `contact${index}@example.org`
      })),
      abouts: times(draw, 0, 2, index => ({
        heading: nameOf(draw, 'About', draw(fc.nat, 1) && index),
        body_html: '<p>Text</p>',
        ...some(draw, { time_period: periods[0] })
      })),
      documents,
      guidances: times(draw, 0, 2, index => ({
        title: nameOf(draw, 'Guidance', index),
        body_html: '',
        questions: codes.filter(() => draw(fc.boolean)),
        ...some(draw, documents[0] ? { document: referenceTo(documents[0]) } : {})
      })),
      questionnaires: questionnaires.map(({ file }) => file)
    })
  )
  addCharts(draw, files, root, questionnaires)
}

function addCharts(
  draw: Draw,
  files: Files,
  root: string,
  questionnaires: readonly DrawnQuestionnaire[]
): void {
  const numbers = questionnaires.flatMap(one => one.numbers)
  if (numbers.length === 0) return
  const collection_name = nameOf(draw, 'Collection', 0)
  const charts = times(draw, 0, 3, index => nameOf(draw, 'Chart', index))
  files.set(
    `${root}/charts.json`,
    json({
      collections: [
        {
          explorer_type: 'results',
          collection_name,
          groups: times(draw, 0, 2, index => ({
            group_slug: `group-${index}`,
            group_name: nameOf(draw, 'Group', index),
            charts: charts.filter(() => draw(fc.boolean))
          }))
        }
      ],
      charts: charts.map(chart_name => ({
        chart_name,
        collection: `results/${collection_name}`,
        ...some(draw, { unit: '%', direction: 'lower', axis_min: 0, hidden_output_names: ['table'] }),
        parameters: [
          {
            parameter_name: 'Above',
            parameter_role: 'numerator',
            ...oneOf(draw, ...numbers),
            ...some(draw, { factor: -1 })
          },
          { parameter_name: 'Below', parameter_role: 'denominator', ...oneOf(draw, ...numbers) }
        ]
      }))
    })
  )
}
