// A project and what is read beside its figures.
import * as v from 'valibot'
import { NewExplorerType, ProjectCode } from '#contract/codes.ts'
import { OthersVisibleFrom, Visibility } from '#contract/projects.ts'
import { EmailAddress, field, Html, Name, nullableFirstDay, nullableLastDay, text } from '../fields.ts'
import { inProject, period, type Kind, type KindName } from '../kind.ts'
import { MemberRule } from '#domain/disclosure/member-rule.ts'

export const projectKinds = {
  projects: {
    word: 'project',
    id: 'project_id',
    key: ['project_code'],
    fields: {
      project_code: field(ProjectCode),
      project_name: field(Name()),
      summary: text(4000),
      visibility: field(Visibility),
      others_visible_from: field(OthersVisibleFrom, 'collection'),
      minimum_count: field(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
      explorer_types: field(v.pipe(v.array(NewExplorerType), v.minLength(1), v.maxLength(50)))
    },
    children: {
      periods: 'project_periods',
      scopes: 'scopes',
      contacts: 'project_contacts',
      abouts: 'project_abouts',
      documents: 'documents',
      guidances: 'project_guidances',
      peer_groups: 'peer_groups',
      // Those that no questionnaire asks.
      questions: 'questions'
    },
    isOrdered: true,
    hasFixedName: true,
    gone: 'keep'
  },
  project_periods: {
    word: 'period of a project',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['time_period_id'],
    fields: {
      registration_opens_at: nullableFirstDay,
      registration_closes_at: nullableLastDay,
      collection_opens_at: nullableFirstDay,
      collection_closes_at: nullableLastDay,
      published_at: nullableFirstDay,
      closed_at: nullableLastDay
    },
    refs: { time_period_id: { ...period, isRequired: true } },
    gone: 'remove',
    usedBy: [
      { table: 'registrations', columns: ['project_id', 'time_period_id'], word: 'registration' },
      { table: 'submissions', columns: ['project_id', 'time_period_id'], word: 'submission' }
    ]
  },
  scopes: {
    word: 'scope',
    mayRepeat: true,
    id: 'scope_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['scope_name'],
    fields: { scope_name: field(Name()), scope_description: text(4000) },
    isOrdered: true,
    gone: 'remove',
    usedBy: [
      { table: 'registration_scopes', columns: ['scope_id'], word: 'registration' },
      { table: 'registration_submissions', columns: ['scope_id'], word: 'registration' },
      { table: 'submissions', columns: ['scope_id'], word: 'submission' }
    ]
  },
  project_contacts: {
    word: 'contact',
    mayRepeat: true,
    id: 'project_contact_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['email_address', 'contact_role'],
    fields: { contact_name: field(Name()), email_address: field(EmailAddress), contact_role: text() },
    isOrdered: true,
    gone: 'remove'
  },
  project_abouts: {
    word: 'about text',
    mayRepeat: true,
    id: 'about_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['heading', 'time_period_id'],
    fields: { heading: field(Name()), body_html: field(Html) },
    refs: { time_period_id: period },
    isOrdered: true,
    gone: 'remove'
  },
  project_guidances: {
    word: 'guidance',
    mayRepeat: true,
    id: 'project_guidance_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['title'],
    fields: { title: field(Name()), body_html: field(Html) },
    refs: { document_id: { kind: 'documents', within: 'projects' } },
    children: { questions: 'guidance_questions' },
    isOrdered: true,
    gone: 'remove'
  },
  guidance_questions: {
    word: 'question with guidance',
    parent: { kind: 'project_guidances', column: 'project_guidance_id' },
    key: ['question_id'],
    fields: {},
    refs: { question_id: inProject('questions') },
    isText: true,
    gone: 'remove'
  },
  peer_groups: {
    word: 'peer group',
    mayRepeat: true,
    id: 'peer_group_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['peer_group_name'],
    fields: { peer_group_name: field(Name()), description: text(1000), member_rule: field(MemberRule) },
    constants: { owner_type: 'programme' },
    gone: 'remove'
  }
} satisfies Partial<Record<KindName, Kind>>
