// Content that all projects of a programme share.

import * as v from 'valibot'
import { MimeType, OrganisationCode } from '#contract/codes.ts'
import { Name } from '#contract/fields.ts'
import { contentLimits } from '#contract/list-limits.ts'
import { field, firstDay, flag, lastDay, textColumn } from '#operations/provision/fields.ts'
import { period, type ContentKind, type KindName } from './definition.ts'

const Tier = v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(1), v.maxValue(100))

export const programmeKinds = {
  time_periods: {
    word: 'period',
    list: 'Periods for which figures are collected, newest first.',
    most: contentLimits.time_periods,
    id: 'time_period_id',
    key: ['time_period_name'],
    fields: {
      time_period_name: field('The name of the period, such as 2026.', Name()),
      starts_at: firstDay('The first day of the period.'),
      ends_at: lastDay('The end of the period.')
    },
    onRemoval: 'delete',
    usedBy: [
      { table: 'registrations', columns: ['time_period_id'], word: 'registration' },
      { table: 'submissions', columns: ['time_period_id'], word: 'submission' },
      // Retired charts only: those in the files refer to another period by now.
      { table: 'charts', columns: ['time_period_id'], word: 'retired chart' }
    ]
  },
  filters: {
    word: 'filter',
    list: 'Properties by which submissions can be filtered, each with its options.',
    id: 'filter_id',
    key: ['filter_name'],
    fields: { filter_name: field('The name of the filter, and of its column in organisations.csv.', Name()) },
    children: { options: 'filter_options' },
    isOrdered: true,
    onRemoval: 'delete'
  },
  filter_options: {
    word: 'filter option',
    list: 'The options of the filter, in their order.',
    id: 'filter_option_id',
    parent: { kind: 'filters', column: 'filter_id' },
    key: ['option_name'],
    fields: { option_name: field('The name of the option, or of the step.', Name()) },
    isOrdered: true,
    isText: true,
    onRemoval: 'delete',
    usedBy: [{ table: 'submission_filter_options', columns: ['filter_option_id'], word: 'submission' }]
  },
  organisations: {
    word: 'organisation',
    id: 'organisation_id',
    key: ['organisation_code'],
    fields: {
      organisation_code: field('The code of the organisation. It never changes.', OrganisationCode),
      organisation_name: field('The name of the organisation.', Name()),
      organisation_type: textColumn('The kind of organisation.'),
      region: textColumn('The region of the organisation.'),
      tier: field('The level in a hierarchy of organisations; 1 is the top.', Tier, 1)
    },
    hasFixedName: true,
    onRemoval: 'retire'
  },
  organisation_filter_options: {
    word: 'filter option of an organisation',
    parent: { kind: 'organisations', column: 'organisation_id' },
    key: ['filter_option_id'],
    fields: {},
    refs: { filter_option_id: { kind: 'filter_options', isRequired: true } },
    onRemoval: 'delete'
  },
  documents: {
    word: 'document',
    list: 'Documents for members. The files are in documents/ beside this file.',
    most: contentLimits.documents,
    mayRepeat: true,
    id: 'document_id',
    parent: { kind: 'projects', column: 'project_id', isOptional: true },
    key: ['document_name', 'time_period_id', 'organisation_id'],
    name: 'document_name',
    fields: {
      document_name: field('The name of the document.', Name()),
      document_type: field('The kind of document, as in the list of documents.', Name(60)),
      file_name: field('The name that the file has when it is downloaded.', Name()),
      mime_type: field('The type of the file, such as application/pdf.', MimeType),
      version_label: textColumn('The version of the document, such as 2026.1.'),
      published_at: firstDay('From when the document is listed.'),
      is_public: flag('true: read without an account.', false)
    },
    refs: {
      time_period_id: period,
      organisation_id: {
        kind: 'organisations',
        description: 'The code of the organisation that alone reads the document; without it, everyone.'
      }
    },
    onRemoval: 'delete'
  }
} satisfies Partial<Record<KindName, ContentKind>>
