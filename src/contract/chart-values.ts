import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { Id, IdOrZero } from './fields.ts'

const nullableFigure = v.nullable(v.number())
const Interval = v.nullable(v.tuple([v.number(), v.number()]))

export const Verdict = v.picklist(['better', 'worse', 'higher', 'lower', 'similar'])
export type Verdict = v.InferOutput<typeof Verdict>

/** Why a submission has no value. */
export const VALUE_NOTES = {
  notApplicable: 'not applicable',
  notAvailable: 'not available',
  tooFewCases: 'too few cases',
  noDenominator: 'denominator is 0'
} as const

/** The position of a value in a chosen peer group. The own value is ranked in it, but is not one of the others. */
const PeerStanding = v.object({
  peer_group_id: Id,
  rank: Id,
  rank_of: IdOrZero,
  percentile: nullableFigure,
  quartile: v.nullable(v.picklist([1, 2, 3, 4]))
})
export type PeerStanding = v.InferOutput<typeof PeerStanding>

/** One submission's value. null is missing or suppressed and is never drawn as 0. Members of strict projects get only their own organisation's. */
export const ChartValue = v.object({
  submission_id: v.nullable(Id),
  submission_name: v.nullable(v.string()),
  submission_code: describe('Short code of the submission.', v.nullable(v.string())),
  organisation_id: v.nullable(Id),
  organisation_name: v.nullable(v.string()),
  /** The same unit in every period; only for the own organisation's submissions. */
  lineage_id: v.nullable(Id),
  time_period_id: Id,
  value: describe('The value; null is missing or held back, never 0.', nullableFigure),
  numerator: describe(
    'The figure is numerator ÷ denominator × multiplier; null if it may not be shown.',
    nullableFigure
  ),
  denominator: describe(
    'The figure is numerator ÷ denominator × multiplier; null if there is none or it may not be shown.',
    nullableFigure
  ),
  is_own: describe('Whether it belongs to the own organisation.', v.boolean()),
  is_selected: describe('Whether it is the own submission of the page.', v.boolean()),
  is_other: describe('Whether it is one of other_submission_ids.', v.boolean()),
  peer_group_ids: v.array(Id),
  rank: describe('1 is the best value; ties share a rank. null if there is none.', v.nullable(Id)),
  rank_of: describe('Number ranked.', IdOrZero),
  percentile: describe(
    'Share of the values strictly below, plus half of the equal ones, 0–100; null if it may not be shown.',
    nullableFigure
  ),
  quartile: describe(
    '1 is the lowest quarter; null if it may not be shown.',
    v.nullable(v.picklist([1, 2, 3, 4]))
  ),
  peer_standings: describe(
    'The position in each chosen peer group that it is a member of; the own value’s in all of them.',
    v.array(PeerStanding)
  ),
  interval_95: describe(
    '95% confidence interval, lower end first; null if there is none or it may not be shown.',
    Interval
  ),
  interval_998: describe(
    '99.8% confidence interval, lower end first; null if there is none or it may not be shown.',
    Interval
  ),
  /** Relative to the pooled mean of the page's comparison: the first chosen peer group, or everyone who matches the filters. */
  verdict: describe(
    'Whether the value differs from the mean of the set by more than chance; null if that is not known.',
    v.nullable(Verdict)
  ),
  certainty: describe(
    'plainly at the 99.8% level, probably only at the 95% level; null if it is similar.',
    v.nullable(v.picklist(['plainly', 'probably']))
  ),
  value_note: describe(
    `A note on the value, such as ${Object.values(VALUE_NOTES)
      .map(note => `“${note}”`)
      .join(', ')}; null for none.`,
    v.nullable(v.string())
  ),
  is_suppressed: describe('Whether the value is held back.', v.boolean()),
  suppression_reason: describe('Why the value is held back; null if it is not.', v.nullable(v.string()))
})
export type ChartValue = v.InferOutput<typeof ChartValue>
