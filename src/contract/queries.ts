import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { CellSpread } from './cell-spread.ts'
import { endpoint } from './endpoint.ts'
import {
  BaseVersion,
  DayOrTimestamp,
  Id,
  IdOrZero,
  Name,
  QueryId,
  Text,
  Timestamp,
  Version,
  PageQuery,
  ProjectPeriodQuery
} from './fields.ts'
import { MAX_LARGE_REPLY_BYTES, MAX_LONG_SECONDS, MAX_PAGE_ROWS } from './limits.ts'
import { CellValue, PreviousAnswer, QuestionType } from './questionnaires.ts'

/** Queries that one call raises or changes. */
const MAX_QUERIES = MAX_PAGE_ROWS
const MAX_TEXT = 4000

export const QueryStatus = v.picklist(['open', 'answered', 'resolved', 'cancelled'])
export type QueryStatus = v.InferOutput<typeof QueryStatus>

/** `correct` is a changed value, whoever changed it. */
export const QueryAct = v.picklist(['answer', 'correct', 'resolve', 'return', 'withdraw', 'extend'])
export type QueryAct = v.InferOutput<typeof QueryAct>

/** A rule by which queries are raised, with its parameters. */
export const QueryRule = v.variant('rule_code', [
  v.object({ rule_code: v.literal('required_blank') }),
  v.object({ rule_code: v.literal('outlier') }),
  v.object({
    rule_code: describe('Which rule it is.', v.literal('changed')),
    change_percent: describe(
      'By how many % the figure differs from the previous period’s.',
      v.pipe(v.number(), v.gtValue(0), v.maxValue(100_000))
    )
  })
])
export type QueryRule = v.InferOutput<typeof QueryRule>

const StoredAnswer = v.object({
  value: CellValue,
  is_not_applicable: v.boolean(),
  is_not_available: v.boolean()
})
export type StoredAnswer = v.InferOutput<typeof StoredAnswer>

const SubmissionCell = v.object({
  questionnaire_id: Id,
  submission_id: Id,
  section_id: Id,
  question_id: Id,
  row_id: v.optional(IdOrZero, 0),
  column_id: v.optional(IdOrZero, 0)
})

/** A cell as a list of queries shows it. */
export const QueriedCell = v.object({
  ...SubmissionCell.entries,
  row_id: IdOrZero,
  column_id: IdOrZero,
  organisation_id: Id,
  organisation_name: v.string(),
  submission_name: v.string(),
  section_name: v.string(),
  question_text: v.string(),
  row_name: describe('Empty outside grids.', v.string()),
  column_name: describe('Empty outside grids.', v.string()),
  question_type: QuestionType,
  option_list: v.array(v.object({ option_id: Id, option_name: v.string() })),
  unit: v.string(),
  decimal_places: v.nullable(IdOrZero),
  rules: describe('The rules that found the cell; empty for a query by hand.', v.array(QueryRule)),
  received: describe('The current answer.', StoredAnswer),
  previous_answer: describe('The own answer of the previous period.', v.nullable(PreviousAnswer)),
  expected: describe(
    'Others’ figures of the previous period, as members of the organisation may see them; null unless the rule is about them.',
    v.nullable(v.pick(CellSpread, ['time_period_name', 'n', 'Q1', 'Median', 'Q3']))
  )
})
export type QueriedCell = v.InferOutput<typeof QueriedCell>

const QueryEntry = v.object({
  act: describe('What was done; raise is the query itself.', v.picklist(['raise', ...QueryAct.options])),
  entry_text: describe('The message; empty if there is none.', v.string()),
  answer_before: describe('The answer before a correction.', v.nullable(StoredAnswer)),
  answer_after: describe('The answer after a correction.', v.nullable(StoredAnswer)),
  created_by: describe('The name of the person; empty if no one was logged in.', v.string()),
  created_at: Timestamp
})
export type QueryEntry = v.InferOutput<typeof QueryEntry>

export const DataQuery = v.object({
  query_id: Id,
  ...QueriedCell.entries,
  query_text: describe('What the programme asks in its own words; may be empty.', v.string()),
  query_status: describe('Its status. Screens show cancelled queries to members as withdrawn.', QueryStatus),
  is_overdue: describe('Whether it is open and its due date has passed.', v.boolean()),
  version: Version,
  raised_by: describe('The name of the person who raised it.', v.string()),
  raised_at: describe('When it was raised.', Timestamp),
  due_at: describe('When an answer is due; null if no date is set.', v.nullable(Timestamp)),
  thread: describe('What was said and done, oldest first.', v.array(QueryEntry))
})
export type DataQuery = v.InferOutput<typeof DataQuery>

const Selection = { project_id: Id, time_period_id: Id }

export const listQueries = endpoint({
  method: 'GET',
  path: 'queries/',
  access: 'viewer',
  isAddition: true,
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary:
    'Questions from the programme about answers in a project and period. Members get those to their own organisation.',
  query: v.object({
    ...ProjectPeriodQuery,
    submission_id: v.optional(QueryId),
    query_status: v.optional(QueryStatus),
    ...PageQuery
  }),
  reply: v.object({
    queries: describe('Answered first, then open ones by due date.', v.array(DataQuery)),
    total: IdOrZero,
    counts: describe(
      'All queries of the selection by status, whatever status was asked for.',
      v.object({
        open: describe('Open queries.', IdOrZero),
        overdue: describe('Open queries whose due date has passed.', IdOrZero),
        answered: describe('Answered queries.', IdOrZero),
        resolved: describe('Resolved queries.', IdOrZero),
        cancelled: describe('Withdrawn queries.', IdOrZero)
      })
    )
  })
})

const PlannedRules = describe(
  'The rules to apply.',
  v.pipe(v.array(QueryRule), v.minLength(1), v.maxLength(10))
)

export const planQueries = endpoint({
  method: 'POST',
  path: 'queries/plan',
  access: 'admin',
  isAddition: true,
  onlyReads: true,
  maxSeconds: MAX_LONG_SECONDS,
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary: 'Lists the queries that the rules would raise, without raising them.',
  body: v.object({ ...Selection, rules: PlannedRules }),
  reply: v.object({
    planned: describe(`At most ${MAX_QUERIES}, in the order of organisations.`, v.array(QueriedCell)),
    total: IdOrZero,
    rule_counts: describe('How many cells each rule finds, in the order of the rules.', v.array(IdOrZero)),
    checked_count: describe('Submissions with a complete section, whose figures were checked.', IdOrZero),
    resolved_count: describe(
      'Cells left out because a query about the same answer has been resolved.',
      IdOrZero
    ),
    pending_count: describe('Cells left out because a query about them is open or answered.', IdOrZero)
  })
})

const NotAsked = v.array(
  v.object({
    detail: v.string(),
    ...SubmissionCell.entries,
    row_id: IdOrZero,
    column_id: IdOrZero
  })
)

export const raiseQueries = endpoint({
  method: 'POST',
  path: 'queries/',
  access: 'admin',
  isAddition: true,
  maxSeconds: MAX_LONG_SECONDS,
  summary: 'Raises queries about cells. With rules, cells that they no longer find are left out.',
  body: v.object({
    ...Selection,
    rules: describe(
      'Those that found the cells; empty for queries by hand.',
      v.pipe(v.array(QueryRule), v.maxLength(10))
    ),
    cells: describe(
      'The cells to ask about. Without rules, each needs a text.',
      v.pipe(
        v.array(
          v.object({
            ...SubmissionCell.entries,
            query_text: v.pipe(v.string(), v.trim(), v.maxLength(MAX_TEXT))
          })
        ),
        v.minLength(1),
        v.maxLength(MAX_QUERIES)
      )
    ),
    due_at: describe(
      'When an answer is due; a date means the end of that day. Null for no due date.',
      v.optional(v.nullable(DayOrTimestamp), null)
    )
  }),
  reply: v.object({
    query_ids: describe('The new queries.', v.array(Id)),
    left_out: describe('Cells that are not asked about, with the reason.', NotAsked)
  })
})

const ChosenQueries = describe(
  'The queries, each with the version that the caller has seen.',
  v.pipe(
    v.array(v.object({ query_id: Id, base_version: BaseVersion })),
    v.minLength(1),
    v.maxLength(MAX_QUERIES)
  )
)
const ChangedQueries = v.object({
  query_ids: describe('Those that were changed.', v.array(Id)),
  left_out: describe(
    'Those that were not, with the reason.',
    v.array(v.object({ query_id: Id, detail: v.string() }))
  )
})

export const answerQueries = endpoint({
  method: 'POST',
  path: 'queries/answers',
  access: 'contributor',
  isAddition: true,
  summary:
    'Answers queries with an explanation of why the answers are correct. Changing an answer answers its query without this call.',
  body: v.object({ queries: ChosenQueries, entry_text: Name(MAX_TEXT) }),
  reply: ChangedQueries
})

export const decideQueries = endpoint({
  method: 'POST',
  path: 'queries/decisions',
  access: 'admin',
  isAddition: true,
  summary: 'Resolves, returns or withdraws queries, or gives more time.',
  body: v.object({
    queries: ChosenQueries,
    act: describe('What to do.', v.picklist(['resolve', 'return', 'withdraw', 'extend'])),
    entry_text: v.optional(Text(MAX_TEXT), ''),
    due_at: describe(
      'With return and extend: the new date. An extension needs one that is later than the current one.',
      v.optional(v.nullable(DayOrTimestamp))
    )
  }),
  reply: ChangedQueries
})
