import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { BaseVersion, Id, IdOrZero, Name, ParamId, QueryId, Text, Version } from './fields.ts'
import { MAX_ANSWER_LENGTH, MAX_LARGE_REPLY_BYTES } from './limits.ts'
import { contentLimits, limitedList } from './list-limits.ts'
import { QuestionType } from './questionnaires.ts'

const nullableFinite = v.nullable(v.pipe(v.number(), v.finite()))
const questionRules = {
  help_text: v.exactOptional(Text(4000)),
  unit: v.exactOptional(Text(40)),
  decimal_places: v.exactOptional(v.nullable(v.pipe(IdOrZero, v.maxValue(10)))),
  min_value: v.exactOptional(nullableFinite),
  max_value: v.exactOptional(nullableFinite),
  warn_min: v.exactOptional(nullableFinite),
  warn_max: v.exactOptional(nullableFinite),
  warn_change_percent: v.exactOptional(nullableFinite),
  max_length: v.exactOptional(v.nullable(v.pipe(Id, v.maxValue(MAX_ANSWER_LENGTH)))),
  expression: v.exactOptional(v.nullable(Text(2000))),
  visible_if: v.exactOptional(v.nullable(Text(2000))),
  is_active: v.exactOptional(v.boolean())
}

export const QuestionDefinition = v.object({
  question_id: Id,
  project_id: Id,
  question_text: v.string(),
  help_text: v.string(),
  question_type: QuestionType,
  option_list: v.array(v.object({ option_id: Id, option_name: v.string() })),
  unit: v.string(),
  decimal_places: v.nullable(IdOrZero),
  min_value: nullableFinite,
  max_value: nullableFinite,
  warn_min: nullableFinite,
  warn_max: nullableFinite,
  warn_change_percent: nullableFinite,
  max_length: v.nullable(Id),
  expression: v.nullable(v.string()),
  visible_if: v.nullable(v.string()),
  is_active: v.boolean(),
  version: Version,
  answer_count: v.optional(IdOrZero, 0)
})

export const listQuestions = endpoint({
  method: 'GET',
  path: 'questions/',
  access: 'admin',
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary: 'The questions of a project with their answer counts.',
  query: v.object({ project_id: QueryId, search: v.optional(Text(200)) }),
  reply: v.object({ questions: v.array(QuestionDefinition) })
})

/** The definition of a question. */
export const questionFields = {
  question_text: Name(1000),
  question_type: QuestionType,
  option_names: v.optional(limitedList(contentLimits.options, Name()), []),
  ...questionRules
}

export const createQuestion = endpoint({
  method: 'POST',
  path: 'questions/',
  access: 'admin',
  summary: 'Creates a question.',
  body: v.object({
    project_id: Id,
    ...questionFields
  }),
  reply: QuestionDefinition
})

/** Once a question has answers, only its texts and order can change, and options can be added. A `version` that is not the current one is refused. */
export const updateQuestion = endpoint({
  method: 'PUT',
  path: 'questions/{id}',
  access: 'admin',
  summary: 'Changes or retires a question.',
  params: ParamId,
  body: v.object({
    version: BaseVersion,
    question_text: v.exactOptional(Name(1000)),
    question_type: v.exactOptional(QuestionType),
    /** The options in order: existing ones with their id, new ones without. Once there are answers, none may be omitted. */
    option_list: v.exactOptional(
      limitedList(contentLimits.options, v.object({ option_id: v.exactOptional(Id), option_name: Name() }))
    ),
    option_names: v.exactOptional(limitedList(contentLimits.options, Name())),
    ...questionRules
  }),
  reply: QuestionDefinition
})
