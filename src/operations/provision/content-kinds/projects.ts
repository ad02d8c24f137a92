// Projects, with their periods, scopes, contacts, texts and peer groups.

import * as v from 'valibot'
import { NewExplorerType, ProjectCode } from '#contract/codes.ts'
import { EmailAddress, Html, Name } from '#contract/fields.ts'
import { contentLimits } from '#contract/list-limits.ts'
import { OthersVisibleFrom, Visibility } from '#contract/projects.ts'
import { MemberRule } from '#domain/disclosure/member-rule.ts'
import { field, flag, nullableFirstDay, nullableLastDay, textColumn } from '#operations/provision/fields.ts'
import { period, question, type ContentKind, type KindName } from './definition.ts'

export const projectKinds = {
  projects: {
    word: 'project',
    list: 'Names of folders in projects/, in the order of the list of projects.',
    most: contentLimits.projects,
    id: 'project_id',
    key: ['project_code'],
    fields: {
      project_code: field('The code of the project, as in its folder’s name and its addresses.', ProjectCode),
      project_name: field('The name of the project.', Name()),
      summary: textColumn('A few sentences about the project, for its card.', 4000),
      visibility: field(
        'What members see of others: "named", or without names "anonymous" or "aggregate".',
        Visibility
      ),
      others_visible_from: field(
        'From when members see the figures of others: as they come in, or when results are published.',
        OthersVisibleFrom,
        'collection'
      ),
      minimum_count: field(
        'The least number of other organisations in any average. It applies to all charts of the project.',
        v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))
      ),
      requires_acceptance: flag(
        'true: editions hold only the figures of questionnaires that an admin has accepted.',
        false
      ),
      explorer_types: field(
        'Views of the results, in the order of the tiles. Each collection of charts names one.',
        v.pipe(
          v.array(NewExplorerType),
          v.minLength(1),
          v.maxLength(50),
          v.check(
            types => new Set(types.map(({ explorer_type }) => explorer_type)).size === types.length,
            'must not name a view twice'
          )
        )
      )
    },
    children: {
      periods: 'project_periods',
      scopes: 'scopes',
      contacts: 'project_contacts',
      abouts: 'project_abouts',
      documents: 'documents',
      guidances: 'project_guidances',
      peer_groups: 'peer_groups',
      // Only those that no questionnaire asks.
      questions: 'questions'
    },
    isOrdered: true,
    hasFixedName: true,
    onRemoval: 'keep'
  },
  project_periods: {
    word: 'period of a project',
    list: 'Periods in which it takes place, with their dates.',
    most: contentLimits.time_periods,
    parent: { kind: 'projects', column: 'project_id' },
    key: ['time_period_id'],
    fields: {
      registration_opens_at: nullableFirstDay('When organisations can register; null: never.'),
      registration_closes_at: nullableLastDay('When registration ends; null: it stays open.'),
      collection_opens_at: nullableFirstDay('When figures can be entered; null: never.'),
      collection_closes_at: nullableLastDay('When data collection ends; null: it stays open.'),
      published_at: nullableFirstDay(
        'When results are published, after data collection; null: an admin publishes them. Once they are, only an earlier date counts.'
      ),
      closed_at: nullableLastDay('When the project ends in this period: after it everything is read-only.')
    },
    refs: { time_period_id: { ...period, isRequired: true } },
    onRemoval: 'delete',
    usedBy: [
      { table: 'registrations', columns: ['project_id', 'time_period_id'], word: 'registration' },
      { table: 'submissions', columns: ['project_id', 'time_period_id'], word: 'submission' }
    ]
  },
  scopes: {
    word: 'scope',
    list: 'Parts of the project that an organisation can register for.',
    most: contentLimits.scopes,
    mayRepeat: true,
    id: 'scope_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['scope_name'],
    fields: {
      scope_name: field('The name of the scope.', Name()),
      scope_description: textColumn('What the scope covers.', 4000)
    },
    isOrdered: true,
    onRemoval: 'delete',
    usedBy: [
      { table: 'registration_scopes', columns: ['scope_id'], word: 'registration' },
      { table: 'registration_submissions', columns: ['scope_id'], word: 'registration' },
      { table: 'submissions', columns: ['scope_id'], word: 'submission' }
    ]
  },
  project_contacts: {
    word: 'contact',
    list: 'People to ask about the project.',
    most: contentLimits.contacts,
    mayRepeat: true,
    id: 'project_contact_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['email_address', 'contact_role'],
    fields: {
      contact_name: field('The name of the contact.', Name()),
      email_address: field('The email address of the contact.', EmailAddress),
      contact_role: textColumn('What the contact is responsible for.')
    },
    isOrdered: true,
    onRemoval: 'delete'
  },
  project_abouts: {
    word: 'about text',
    list: 'Parts of the text on About, in their order.',
    most: contentLimits.abouts,
    mayRepeat: true,
    id: 'about_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['heading', 'time_period_id'],
    name: 'heading',
    fields: {
      heading: field('The heading of the part.', Name()),
      body_html: field('The text, as HTML.', Html)
    },
    refs: { time_period_id: period },
    isOrdered: true,
    onRemoval: 'delete'
  },
  project_guidances: {
    word: 'guidance',
    list: 'Texts that explain terms, beside the questions they name.',
    most: contentLimits.guidances,
    mayRepeat: true,
    id: 'project_guidance_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['title'],
    fields: { title: field('The title of the text.', Name()), body_html: field('The text, as HTML.', Html) },
    refs: {
      document_id: {
        kind: 'documents',
        within: 'projects',
        description: 'The name of a document to read further.'
      }
    },
    children: { questions: 'guidance_questions' },
    isOrdered: true,
    onRemoval: 'delete'
  },
  guidance_questions: {
    word: 'question with guidance',
    list: 'Codes of the questions that the text is shown beside.',
    parent: { kind: 'project_guidances', column: 'project_guidance_id' },
    key: ['question_id'],
    fields: {},
    refs: { question_id: question },
    isText: true,
    onRemoval: 'delete'
  },
  peer_groups: {
    word: 'peer group',
    list: 'Peer groups that everyone can choose.',
    most: contentLimits.peer_groups,
    id: 'peer_group_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['peer_group_name'],
    fields: {
      peer_group_name: field('The name of the peer group.', Name()),
      description: textColumn('What the members have in common.', 1000),
      member_rule: field(
        'Who is in the group: submissions with these options, and those that are named.',
        MemberRule
      )
    },
    constants: { owner_type: 'programme' },
    onRemoval: 'delete'
  }
} satisfies Partial<Record<KindName, ContentKind>>
