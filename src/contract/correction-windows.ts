import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, ParamId, ActReason, Timestamp, PageQuery, ProjectPeriodQuery } from './fields.ts'
import { MAX_LARGE_REPLY_BYTES, MAX_LONG_SECONDS, MAX_PAGE_ROWS } from './limits.ts'
import { QueriedCell } from './queries.ts'
import { Section } from './questionnaires.ts'

/**
 * What a correction window allows: changing answers, changing only those that open or answered queries are about, or only marking sections
 * complete and signing them off.
 */
export const WindowKind = v.picklist(['change', 'cells', 'complete'])
export type WindowKind = v.InferOutput<typeof WindowKind>

const CorrectedPlace = {
  questionnaire_id: Id,
  section_id: describe('The section; null for the whole questionnaire.', v.nullable(Id))
}
const OpenedPart = {
  ...CorrectedPlace,
  window_kind: describe('Whether all answers, only queried ones or none can change.', WindowKind),
  open_until: Timestamp,
  reason_text: ActReason
}

export const OpenedWindow = v.object({
  correction_window_id: describe('Number of the window.', Id),
  submission_id: Id,
  submission_name: v.string(),
  organisation_id: Id,
  organisation_name: v.string(),
  questionnaire_name: v.string(),
  section_name: describe('Name of the section; null for the whole questionnaire.', v.nullable(v.string())),
  ...OpenedPart,
  open_cell_count: Section.entries.open_cell_count,
  opened_at: describe('When it was opened.', Timestamp),
  opened_by: describe('Who opened it.', v.nullable(v.string()))
})
export type OpenedWindow = v.InferOutput<typeof OpenedWindow>

export const listCorrectionWindows = endpoint({
  method: 'GET',
  path: 'correctionWindows/',
  access: 'admin',
  isAddition: true,
  summary: 'Correction windows, which reopen closed questionnaires. The window that closes last comes first.',
  query: v.object({
    ...ProjectPeriodQuery,
    ...PageQuery
  }),
  reply: v.object({
    correction_windows: describe('Open and closed windows.', v.array(OpenedWindow)),
    total: IdOrZero
  })
})

const CorrectedScope = {
  project_id: Id,
  time_period_id: Id,
  submission_ids: describe(
    'The submissions to open it for.',
    v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_PAGE_ROWS))
  )
}

export const planCorrectionWindows = endpoint({
  method: 'POST',
  path: 'correctionWindows/plan',
  access: 'admin',
  isAddition: true,
  onlyReads: true,
  maxSeconds: MAX_LONG_SECONDS,
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary:
    'Lists the cells that a window of the kind cells would open: those with an open or answered query, and those that share a calculated cell or a condition with them.',
  body: v.object({ ...CorrectedScope, ...CorrectedPlace }),
  reply: v.object({
    cells: describe(
      `At most ${MAX_PAGE_ROWS}, in the order of organisations.`,
      v.array(
        v.object({
          ...QueriedCell.entries,
          is_queried: describe('Whether a query is about it; others depend on one that is.', v.boolean())
        })
      )
    ),
    total: IdOrZero,
    submission_count: IdOrZero,
    declared_count: describe(
      'Sections with queries that are left out because nothing to report was declared for them.',
      IdOrZero
    )
  })
})

export const openCorrectionWindows = endpoint({
  method: 'POST',
  path: 'correctionWindows/',
  access: 'admin',
  isAddition: true,
  maxSeconds: MAX_LONG_SECONDS,
  audits: ['window_opened', 'completion_window_opened', 'window_closed'],
  summary:
    'Reopens a closed questionnaire or section for some submissions. Replaces an open window for the same part. The kind cells opens a window in each section with queries.',
  body: v.object({ ...CorrectedScope, ...OpenedPart }),
  reply: v.object({
    opened_count: describe(
      'Windows that were opened: none for organisations that have withdrawn or are retired.',
      IdOrZero
    ),
    accepted_ids: describe('Submissions left out because the questionnaire is accepted.', v.array(Id))
  })
})

export const closeCorrectionWindow = endpoint({
  method: 'POST',
  path: 'correctionWindows/{id}/close',
  access: 'admin',
  isAddition: true,
  audits: ['window_closed'],
  summary: 'Closes a correction window now.',
  params: ParamId,
  reply: v.object({ correction_window_id: Id, open_until: Timestamp })
})
