// What all projects of a programme share.
import * as v from 'valibot'
import { MimeType, OrganisationCode } from '#contract/codes.ts'
import { field, firstDay, flag, lastDay, Name, text } from '../fields.ts'
import { period, type Kind, type KindName } from '../kind.ts'

/** The level in a hierarchy of organisations; 1 is the top. */
const Tier = v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(1), v.maxValue(100))

export const programmeKinds = {
  time_periods: {
    word: 'period',
    id: 'time_period_id',
    key: ['time_period_name'],
    fields: { time_period_name: field(Name()), starts_at: firstDay, ends_at: lastDay },
    gone: 'remove',
    usedBy: [
      { table: 'registrations', columns: ['time_period_id'], word: 'registration' },
      { table: 'submissions', columns: ['time_period_id'], word: 'submission' },
      // Of retired ones: the files' own name another period by now.
      { table: 'charts', columns: ['time_period_id'], word: 'retired chart' }
    ]
  },
  filters: {
    word: 'filter',
    id: 'filter_id',
    key: ['filter_name'],
    fields: { filter_name: field(Name()) },
    children: { options: 'filter_options' },
    isOrdered: true,
    gone: 'remove'
  },
  filter_options: {
    word: 'filter option',
    id: 'filter_option_id',
    parent: { kind: 'filters', column: 'filter_id' },
    key: ['option_name'],
    fields: { option_name: field(Name()) },
    isOrdered: true,
    isText: true,
    gone: 'remove',
    usedBy: [{ table: 'submission_filter_options', columns: ['filter_option_id'], word: 'submission' }]
  },
  organisations: {
    word: 'organisation',
    id: 'organisation_id',
    key: ['organisation_code'],
    fields: {
      organisation_code: field(OrganisationCode),
      organisation_name: field(Name()),
      organisation_type: text(),
      region: text(),
      tier: field(Tier, 1)
    },
    hasFixedName: true,
    gone: 'retire'
  },
  organisation_filter_options: {
    word: 'filter option of an organisation',
    parent: { kind: 'organisations', column: 'organisation_id' },
    key: ['filter_option_id'],
    fields: {},
    refs: { filter_option_id: { kind: 'filter_options', isRequired: true } },
    gone: 'remove'
  },
  documents: {
    word: 'document',
    mayRepeat: true,
    id: 'document_id',
    parent: { kind: 'projects', column: 'project_id', isOptional: true },
    key: ['document_name', 'time_period_id', 'organisation_id'],
    fields: {
      document_name: field(Name()),
      document_type: field(Name(60)),
      file_name: field(Name()),
      mime_type: field(MimeType),
      version_label: text(),
      published_at: firstDay,
      is_public: flag(false)
    },
    refs: { time_period_id: period, organisation_id: { kind: 'organisations' } },
    gone: 'remove'
  }
} satisfies Partial<Record<KindName, Kind>>
