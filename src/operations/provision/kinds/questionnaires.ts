// What is asked.
import * as v from 'valibot'
import { QuestionnaireType, QuestionType } from '#contract/questionnaires.ts'
import { questionFields } from '#contract/questions.ts'
import { field, flag, html, Name, nullableFirstDay, nullableLastDay, oneOf, Text } from '../fields.ts'
import { inProject, period, type Kind, type KindName } from '../kind.ts'

const axis = (name: 'row' | 'column'): Kind => ({
  word: name,
  mayRepeat: true,
  id: `${name}_id`,
  parent: { kind: 'sub_sections', column: 'sub_section_id' },
  key: [`${name}_name`],
  fields: { [`${name}_name`]: field(Name()) },
  isOrdered: true,
  isText: true,
  hasVersion: true,
  gone: 'retire'
})

export const questionnaireKinds = {
  questions: {
    word: 'question',
    id: 'question_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['question_code'],
    fields: {
      question_code: field(
        v.pipe(Text(60), v.regex(/^[A-Za-z][\w.-]*$/, 'must be letters, digits and - _ .'))
      ),
      question_text: field(questionFields.question_text),
      help_text: field(v.unwrap(questionFields.help_text), ''),
      question_type: field(oneOf(QuestionType.options)),
      unit: field(v.unwrap(questionFields.unit), ''),
      decimal_places: field(v.unwrap(questionFields.decimal_places), null),
      min_value: field(v.unwrap(questionFields.min_value), null),
      max_value: field(v.unwrap(questionFields.max_value), null),
      warn_min: field(v.unwrap(questionFields.warn_min), null),
      warn_max: field(v.unwrap(questionFields.warn_max), null),
      warn_change_percent: field(v.unwrap(questionFields.warn_change_percent), null),
      max_length: field(v.unwrap(questionFields.max_length), null),
      expression: field(v.unwrap(questionFields.expression), null),
      visible_if: field(v.unwrap(questionFields.visible_if), null)
    },
    children: { option_names: 'question_options' },
    hasVersion: true,
    gone: 'retire'
  },
  question_options: {
    word: 'option',
    mayRepeat: true,
    id: 'option_id',
    parent: { kind: 'questions', column: 'question_id' },
    key: ['option_name'],
    fields: { option_name: field(Name()) },
    isOrdered: true,
    isText: true,
    gone: 'remove'
  },
  questionnaires: {
    word: 'questionnaire',
    mayRepeat: true,
    id: 'questionnaire_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['questionnaire_name'],
    fields: { questionnaire_name: field(Name()), questionnaire_type: field(QuestionnaireType, 'standard') },
    children: { scopes: 'questionnaire_scopes', periods: 'questionnaire_periods', sections: 'sections' },
    isOrdered: true,
    hasVersion: true,
    gone: 'retire'
  },
  questionnaire_scopes: {
    word: 'scope of a questionnaire',
    parent: { kind: 'questionnaires', column: 'questionnaire_id' },
    key: ['scope_id'],
    fields: {},
    refs: { scope_id: inProject('scopes') },
    isText: true,
    gone: 'remove'
  },
  questionnaire_periods: {
    word: 'period of a questionnaire',
    parent: { kind: 'questionnaires', column: 'questionnaire_id' },
    key: ['time_period_id'],
    fields: { opens_at: nullableFirstDay, closes_at: nullableLastDay, is_locked: flag(false) },
    refs: { time_period_id: { ...period, isRequired: true } },
    gone: 'remove'
  },
  sections: {
    word: 'section',
    mayRepeat: true,
    id: 'section_id',
    parent: { kind: 'questionnaires', column: 'questionnaire_id' },
    key: ['section_name'],
    fields: { section_name: field(Name()), guidance_html: html },
    children: { sub_sections: 'sub_sections' },
    isOrdered: true,
    hasVersion: true,
    gone: 'retire'
  },
  sub_sections: {
    word: 'sub-section',
    mayRepeat: true,
    id: 'sub_section_id',
    parent: { kind: 'sections', column: 'section_id' },
    key: ['sub_section_name'],
    fields: {
      sub_section_name: field(Name()),
      layout: field(v.picklist(['list', 'grid']), 'list'),
      is_repeating: flag(false),
      show_row_totals: flag(false),
      show_column_totals: flag(false)
    },
    children: { rows: 'sub_section_rows', columns: 'sub_section_columns', cells: 'question_memberships' },
    isOrdered: true,
    hasVersion: true,
    gone: 'retire'
  },
  sub_section_rows: axis('row'),
  sub_section_columns: axis('column'),
  question_memberships: {
    word: 'place of a question',
    id: 'membership_id',
    parent: { kind: 'sub_sections', column: 'sub_section_id' },
    key: ['question_id', 'row_id', 'column_id'],
    fields: { is_required: flag(true), is_disabled: flag(false) },
    refs: {
      question_id: inProject('questions'),
      row_id: { kind: 'sub_section_rows', within: 'sub_sections', none: 0 },
      column_id: { kind: 'sub_section_columns', within: 'sub_sections', none: 0 }
    },
    isOrdered: true,
    gone: 'remove'
  }
} satisfies Partial<Record<KindName, Kind>>
