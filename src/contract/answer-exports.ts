// Answers of a project as files for other programs (docs/decisions/0054).

import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, QueryFlag, QueryId } from './fields.ts'
import { MAX_LONG_SECONDS } from './limits.ts'
import { QuestionnaireType } from './questionnaires.ts'

/** One or more ids; each is a parameter of its own. */
const QueryIds = v.pipe(
  v.union([QueryId, v.pipe(v.array(QueryId), v.minLength(1), v.maxLength(200))]),
  v.transform(ids => [...new Set([ids].flat())])
)

export const AnswerLayout = v.picklist(['long', 'wide'])
export type AnswerLayout = v.InferOutput<typeof AnswerLayout>
export const ChoiceValues = v.picklist(['codes', 'labels'])
export type ChoiceValues = v.InferOutput<typeof ChoiceValues>
export const AnswerFileFormat = v.picklist(['csv', 'xlsx'])
export type AnswerFileFormat = v.InferOutput<typeof AnswerFileFormat>

/** Further tables with the keys of the answers. */
export const AnswerExtra = v.picklist(['codebook', 'comments', 'queries', 'history'])
export type AnswerExtra = v.InferOutput<typeof AnswerExtra>

const IncludeRetired = describe(
  'Whether answers of retired organisations, questionnaires, sections, questions, rows and columns are included.',
  v.optional(QueryFlag, true)
)

const QueryExtras = v.optional(
  v.pipe(
    v.union([AnswerExtra, v.pipe(v.array(AnswerExtra), v.maxLength(AnswerExtra.options.length))]),
    v.transform(extras => [...new Set([extras].flat())])
  ),
  []
)

export const exportAnswers = endpoint({
  method: 'GET',
  path: 'answers/export',
  access: 'viewer',
  isAddition: true,
  audits: ['answers_exported'],
  summary:
    'Answers as files: of all organisations for admins, of the caller’s own organisation for members. The reply is streamed while it is read; a failure closes the connection before its end.',
  query: v.object({
    project_id: QueryId,
    time_period_id: describe('One or more periods.', QueryIds),
    questionnaire_id: describe('One or more questionnaires of the project.', QueryIds),
    layout: describe(
      'One line for each answer, or one line for each submission or case, with a codebook.',
      v.optional(AnswerLayout, 'long')
    ),
    values: describe(
      'Choices as codes, which the codebook explains, or as the names of their options.',
      v.optional(ChoiceValues, 'codes')
    ),
    format: describe(
      'CSV, with several tables in a zip archive, or a workbook with a sheet for each table.',
      v.optional(AnswerFileFormat, 'csv')
    ),
    include: describe('Further tables, each in a file or sheet of its own.', QueryExtras),
    include_query_status: describe(
      'Whether the long layout has the column query_status, which an import ignores.',
      v.optional(QueryFlag, true)
    ),
    include_retired: IncludeRetired
  }),
  reply: 'file'
})

/** What there is to export of a questionnaire. */
export const ExportableQuestionnaire = v.object({
  questionnaire_id: Id,
  questionnaire_name: v.string(),
  questionnaire_type: QuestionnaireType,
  question_count: describe('Number of questions.', IdOrZero),
  submission_count: IdOrZero,
  case_count: describe('Cases with an answer.', IdOrZero),
  answer_count: describe('Number of answers.', IdOrZero),
  repeated_answer_count: describe('Answers in repeating rows.', IdOrZero),
  comment_count: describe('Number of comments.', IdOrZero),
  query_entry_count: describe('Messages of queries and decisions about them.', IdOrZero),
  change_count: describe('Values that answers have had, including the current ones.', IdOrZero)
})
export type ExportableQuestionnaire = v.InferOutput<typeof ExportableQuestionnaire>

export const countExportableAnswers = endpoint({
  method: 'GET',
  path: 'answers/count',
  access: 'viewer',
  isAddition: true,
  maxSeconds: MAX_LONG_SECONDS,
  summary: 'How much answers/export would return for each questionnaire in the periods.',
  query: v.object({
    project_id: QueryId,
    time_period_id: describe('One or more periods.', QueryIds),
    include_retired: IncludeRetired
  }),
  reply: v.object({
    questionnaires: v.array(ExportableQuestionnaire),
    organisation_count: IdOrZero,
    example_lines: describe(
      'The first lines of the long layout, with some of their columns.',
      v.array(
        v.object({
          organisation: describe('Code of the organisation.', v.string()),
          submission: describe('Code of the submission.', v.string()),
          question: describe('Code of the question.', v.string()),
          column: describe('Code of the column; empty outside grids.', v.string()),
          value: v.string()
        })
      )
    )
  })
})
