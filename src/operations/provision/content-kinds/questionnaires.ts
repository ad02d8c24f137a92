// Questions, questionnaires and their structure.

import * as v from 'valibot'
import { Name, Text } from '#contract/fields.ts'
import { contentLimits, structureLimits } from '#contract/list-limits.ts'
import { QuestionnaireType, QuestionType } from '#contract/questionnaires.ts'
import { questionFields } from '#contract/questions.ts'
import {
  field,
  flag,
  html,
  nullableFirstDay,
  nullableLastDay,
  oneOf,
  unwrapOptional
} from '#operations/provision/fields.ts'
import { inGrid, projectReference, period, question, type ContentKind, type KindName } from './definition.ts'

const asked = unwrapOptional(questionFields)

const axis = (name: 'row' | 'column'): ContentKind => ({
  word: name,
  list: `Names of the ${name}s of a grid.`,
  most: structureLimits[`${name}s`],
  mayRepeat: true,
  id: `${name}_id`,
  parent: { kind: 'sub_sections', column: 'sub_section_id' },
  key: [`${name}_name`],
  fields: { [`${name}_name`]: field(`The name of the ${name}.`, Name()) },
  isOrdered: true,
  isText: true,
  hasVersion: true,
  onRemoval: 'retire'
})

export const questionnaireKinds = {
  questions: {
    word: 'question',
    list: 'The questions, in any order. cells gives each its place.',
    most: structureLimits.questions,
    id: 'question_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['question_code'],
    fields: {
      question_code: field(
        'A short name that never changes, such as visits. Formulas and charts name the question by it.',
        v.pipe(Text(60), v.regex(/^[A-Za-z][\w.-]*$/, 'must be letters, digits and - _ .'))
      ),
      question_text: field('The question.', asked.question_text),
      help_text: field('What to count, and what not.', asked.help_text, ''),
      question_type: field(
        'The kind of answer. docs/provisioning-reference.md lists all kinds.',
        oneOf(QuestionType.options)
      ),
      unit: field('The unit of the figure, such as € or %.', asked.unit, ''),
      decimal_places: field(
        'Digits after the decimal point; null: as many as are entered.',
        asked.decimal_places,
        null
      ),
      min_value: field('The lowest value that is accepted; null: no limit.', asked.min_value, null),
      max_value: field('The highest value that is accepted; null: no limit.', asked.max_value, null),
      warn_min: field(
        'A value below it is accepted and needs a comment; null: no limit.',
        asked.warn_min,
        null
      ),
      warn_max: field(
        'A value above it is accepted and needs a comment; null: no limit.',
        asked.warn_max,
        null
      ),
      warn_change_percent: field(
        'A value that changed by more than this since the last period needs a comment; null: no limit.',
        asked.warn_change_percent,
        null
      ),
      max_length: field('The longest text in characters; null: no limit of its own.', asked.max_length, null),
      expression: field(
        'The formula of a calculated question, such as [cost] / [visits].',
        asked.expression,
        null
      ),
      visible_if: field(
        "The question is asked only where this holds, such as [shop] = 'yes'; null: always.",
        asked.visible_if,
        null
      )
    },
    children: { option_names: 'question_options' },
    hasVersion: true,
    onRemoval: 'retire'
  },
  question_options: {
    word: 'option',
    list: 'The options of a choice, or the steps of a scale, in their order.',
    most: contentLimits.options,
    mayRepeat: true,
    id: 'option_id',
    parent: { kind: 'questions', column: 'question_id' },
    key: ['option_name'],
    fields: { option_name: field('The name of the option, or of the step.', Name()) },
    isOrdered: true,
    sharesVersion: true,
    isText: true,
    onRemoval: 'delete'
  },
  questionnaires: {
    word: 'questionnaire',
    list: 'Names of files in questionnaires/ without .json, in the order of the page.',
    id: 'questionnaire_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['questionnaire_name'],
    fields: {
      questionnaire_name: field('The name of the questionnaire.', Name()),
      questionnaire_type: field(
        '"standard": members fill it in. "case": respondents answer it by a code.',
        QuestionnaireType,
        'standard'
      )
    },
    children: { scopes: 'questionnaire_scopes', periods: 'questionnaire_periods', sections: 'sections' },
    isOrdered: true,
    hasVersion: true,
    onRemoval: 'retire'
  },
  questionnaire_scopes: {
    word: 'scope of a questionnaire',
    list: 'Parts of the project that an organisation can register for.',
    most: contentLimits.questionnaire_scopes,
    parent: { kind: 'questionnaires', column: 'questionnaire_id' },
    key: ['scope_id'],
    fields: {},
    refs: { scope_id: projectReference('scopes') },
    isText: true,
    onRemoval: 'delete'
  },
  questionnaire_periods: {
    word: 'period of a questionnaire',
    list: 'Periods in which it takes place, with their dates.',
    most: contentLimits.questionnaire_periods,
    parent: { kind: 'questionnaires', column: 'questionnaire_id' },
    key: ['time_period_id'],
    fields: {
      opens_at: nullableFirstDay('When this questionnaire opens; null: with the project’s data collection.'),
      closes_at: nullableLastDay('When this questionnaire closes; null: with the project’s data collection.'),
      is_locked: flag('true: nothing can be entered, whatever the dates say.', false)
    },
    refs: { time_period_id: { ...period, isRequired: true } },
    onRemoval: 'delete'
  },
  sections: {
    word: 'section',
    list: 'Sections in their order. Each is one page and is completed on its own.',
    most: structureLimits.sections,
    mayRepeat: true,
    id: 'section_id',
    parent: { kind: 'questionnaires', column: 'questionnaire_id' },
    key: ['section_name'],
    fields: {
      section_name: field('The name of the section.', Name()),
      guidance_html: html('What to know before filling in the section, as HTML.')
    },
    children: { sub_sections: 'sub_sections' },
    isOrdered: true,
    hasVersion: true,
    onRemoval: 'retire'
  },
  sub_sections: {
    word: 'sub-section',
    list: 'Parts of the section, in their order.',
    most: structureLimits.sub_sections,
    mayRepeat: true,
    id: 'sub_section_id',
    parent: { kind: 'sections', column: 'section_id' },
    key: ['sub_section_name'],
    fields: {
      sub_section_name: field('The name of the part.', Name()),
      layout: field(
        '"list": one question below the other. "grid": a table of rows and columns.',
        v.picklist(['list', 'grid']),
        'list'
      ),
      is_repeating: flag('true: members add as many rows as they need.', false),
      show_row_totals: flag('true: each row ends with its sum.', false),
      show_column_totals: flag('true: each column ends with its sum.', false)
    },
    children: { rows: 'sub_section_rows', columns: 'sub_section_columns', cells: 'question_memberships' },
    isOrdered: true,
    hasVersion: true,
    onRemoval: 'retire'
  },
  sub_section_rows: axis('row'),
  sub_section_columns: axis('column'),
  question_memberships: {
    word: 'place of a question',
    list: 'The place of each question.',
    most: structureLimits.cells,
    id: 'membership_id',
    parent: { kind: 'sub_sections', column: 'sub_section_id' },
    key: ['question_id', 'row_id', 'column_id'],
    fields: {
      is_required: flag(
        'Whether the section can be completed only with an answer. The default is true.',
        true
      ),
      is_disabled: flag('true: the cell stays empty and takes no answer.', false)
    },
    refs: {
      question_id: question,
      row_id: inGrid('row', { within: 'sub_sections' }),
      column_id: inGrid('column', { within: 'sub_sections' })
    },
    isOrdered: true,
    onRemoval: 'delete'
  }
} satisfies Partial<Record<KindName, ContentKind>>
