import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { AggregateKind } from './chart-aggregates.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, QueryId } from './fields.ts'
import { QuestionType } from './questionnaires.ts'

/** What the complete cases of one period have answered to a question. */
export const AnswerDistribution = v.object({
  time_period_id: Id,
  is_held_back: describe(
    'Whether fewer cases than the minimum have answered: then neither the answers nor their number are given.',
    v.boolean()
  ),
  n: v.nullable(v.number()),
  choices: describe(
    'How many chose each option, in the order of the options. An answer may choose several.',
    v.array(
      v.object({
        option_id: describe('0 for yes and no.', IdOrZero),
        option_name: v.string(),
        count: v.number()
      })
    )
  ),
  bins: describe(
    'How many numbers are in each range, which includes its beginning but not its end; the last includes both.',
    v.array(
      v.object({
        from: describe('Where the range begins.', v.number()),
        to: describe('Where the range ends.', v.number()),
        count: v.number()
      })
    )
  ),
  Mean: v.nullable(v.number()),
  Median: v.nullable(v.number()),
  Q1: v.nullable(v.number()),
  Q3: v.nullable(v.number())
})
export type AnswerDistribution = v.InferOutput<typeof AnswerDistribution>

export const SummarisedQuestion = v.object({
  question_id: Id,
  row_id: IdOrZero,
  column_id: IdOrZero,
  question_text: v.string(),
  question_type: QuestionType,
  unit: v.string(),
  cell_name: describe('Its row and column in a grid; empty elsewhere.', v.string()),
  distributions: describe(
    'The answers by period, the newest first; empty for texts. Dates are left out.',
    v.array(AnswerDistribution)
  ),
  texts: describe(
    'Answers in words, without case codes and in no particular order; empty for those who may not see single cases.',
    v.array(v.string())
  ),
  aggregating_charts: describe(
    'The charts that aggregate the question.',
    v.array(
      v.object({
        chart_id: Id,
        chart_name: v.string(),
        explorer_type: v.nullable(v.string()),
        group_slug: v.nullable(v.string()),
        aggregate_kind: describe('What the chart shows of the answers.', AggregateKind),
        option_ids: v.array(Id)
      })
    )
  )
})
export type SummarisedQuestion = v.InferOutput<typeof SummarisedQuestion>

export const getSurveySummary = endpoint({
  method: 'GET',
  path: 'caseCode/summary',
  access: 'lead',
  isAddition: true,
  summary: 'What respondents have answered in a survey, summarised by question and period.',
  query: v.object({ questionnaire_id: QueryId, submission_id: QueryId }),
  reply: v.object({
    questionnaire_id: Id,
    questionnaire_name: v.string(),
    submission_id: Id,
    minimum_case_count: describe('The fewest cases for which results are given.', v.number()),
    sees_cases: describe(
      'Whether the caller may see single cases: texts are listed, and nothing is held back.',
      v.boolean()
    ),
    surveyed_periods: describe(
      'The period of the submission, and the one before in which it was surveyed.',
      v.array(
        v.object({
          time_period_id: Id,
          time_period_name: v.string(),
          issued_count: describe('Codes that were issued and not withdrawn.', v.number()),
          started_count: describe('Codes with answers, but not complete in every section.', v.number()),
          completed_count: describe('Codes with every section complete.', v.number())
        })
      )
    ),
    sections: v.array(
      v.object({
        section_id: Id,
        section_name: v.string(),
        questions: v.array(SummarisedQuestion)
      })
    )
  })
})
