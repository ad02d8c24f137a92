import { askBefore } from '#browser/forms/question-dialog.tsx'
import { openModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import { HeadCell } from '#browser/ui/sort-head.tsx'
import type { RegistrationSubmission } from '#contract/registration-submissions.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { countOf } from '#lib/format.ts'
import { continueSubmissions, removeSubmission, scopeFor } from './actions.ts'
import { AskedQuestionnairesDialog } from './asked-questionnaires-dialog.tsx'
import { earlierOf, openLineages, periodName, lineageTrend, type LineageTrend } from './lineage.ts'
import { listedPeriods, type RegistrationPage } from './registration.ts'
import type { StepProps } from './step-props.ts'
import { MissingRow, NOT_YET, SavingError, Step, StepAction, stepId, useSaving } from './step.tsx'
import { SubmissionDialog } from './submission-dialog.tsx'

/** The wards, libraries or services to enter figures for, each with the beginning of its trend. */
export function SubmissionsStep({ page, progress, mayEdit }: StepProps) {
  const hasScopes = (page.registration?.scope_ids.length ?? 0) > 0
  const isMissing = progress.missing.submissions > 0
  const isNext = progress.next === 'submissions'
  const { timePeriodId } = page.target
  const open = openLineages(page.history, listedPeriods(), timePeriodId)
  const canAdd = mayEdit && hasScopes
  return (
    <Step
      name="submissions"
      number={4}
      title={withTerms('{Submissions}')}
      note={originsText(page)}
      {...submissionsStepState(isMissing, hasScopes)}
      action={
        canAdd &&
        !isMissing && (
          <StepAction onClick={() => editSubmission(page, null)}>
            {withTerms('Add {a submission}')}
          </StepAction>
        )
      }
    >
      {!hasScopes && (
        <p className="text-small text-ink-2">What figures are entered for. Choose the scopes first.</p>
      )}
      {canAdd && <FromBefore page={page} isMain={isNext} />}
      {hasScopes && isMissing && (
        <NoneYet page={page} mayEdit={mayEdit} isMain={isNext && open.length === 0} />
      )}
      {page.submissions.length > 0 && (
        <SubmissionStepTable page={page} mayEdit={mayEdit} canAsk={open.length > 0} />
      )}
    </Step>
  )
}

function submissionsStepState(isMissing: boolean, hasScopes: boolean) {
  if (!isMissing) return { state: 'done', word: 'done' } as const
  return hasScopes ? ({ state: 'missing', word: 'to add' } as const) : NOT_YET
}

function NoneYet({ page, mayEdit, isMain }: { page: RegistrationPage; mayEdit: boolean; isMain: boolean }) {
  return (
    <div className="mt-2">
      <MissingRow
        name={withTerms('{Submission}')}
        action={
          mayEdit && (
            <Button size="s" kind={isMain ? 'main' : 'plain'} onClick={() => editSubmission(page, null)}>
              {withTerms('Add {a submission}')}
            </Button>
          )
        }
      >
        {withTerms('No {submissions} yet')}
      </MissingRow>
    </div>
  )
}

const trendIn = (page: RegistrationPage, submissionId: number): LineageTrend | null =>
  lineageTrend(submissionId, page.history, listedPeriods(), page.target.timePeriodId)

/** '3 from 2025, 1 new': the last period of what each continues. */
function originsText(page: RegistrationPage): string | undefined {
  const periods = listedPeriods()
  const origins = page.submissions.flatMap(({ submission_id }) => {
    const own = page.history.find(({ id }) => id === submission_id)
    if (own === undefined) return []
    const earlier = earlierOf(own.lineage_id, page.history, periods, page.target.timePeriodId)
    return [earlier === undefined ? 'new' : `from ${periodName(periods, earlier.time_period_id)}`]
  })
  const counts = [...new Set(origins)].map(
    origin => `${origins.filter(one => one === origin).length} ${origin}`
  )
  return counts.length > 0 ? counts.join(', ') : undefined
}

/** Offers to continue last period's submissions that are not registered yet. */
function FromBefore({ page, isMain }: { page: RegistrationPage; isMain: boolean }) {
  const { error, run } = useSaving()
  const open = openLineages(page.history, listedPeriods(), page.target.timePeriodId)
  const scopeIds = page.registration?.scope_ids ?? []
  const fitting = open.filter(submission => scopeFor(submission, scopeIds) !== null)
  const leftOut = open.length - fitting.length
  if (open.length === 0) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3 text-small text-ink-2">
      <span className="min-w-48 flex-1">
        Took part before:{' '}
        {open
          .map(({ name, time_period_id }) => `${name} (${periodName(listedPeriods(), time_period_id)})`)
          .join(', ')}
        .{leftOut > 0 && ` ${countOf(leftOut, 'one', 'of them')} was in a scope that is not chosen.`}
      </span>
      {fitting.length > 0 && (
        <Button
          size="s"
          kind={isMain ? 'main' : 'plain'}
          onClick={() => run(() => continueSubmissions(fitting))}
        >
          {fitting.length === 1 ? `Add ${fitting[0]?.name}` : `Add these ${fitting.length}`}
        </Button>
      )}
      <div className="w-full empty:hidden">{error !== '' && <SavingError error={error} />}</div>
    </div>
  )
}

interface TableProps {
  page: RegistrationPage
  mayEdit: boolean
  /** Whether there is an earlier submission that a new one may continue. */
  canAsk: boolean
}

function SubmissionStepTable({ page, mayEdit, canAsk }: TableProps) {
  return (
    <table
      aria-labelledby={stepId('submissions')}
      className="mt-1.5 w-full border-collapse border-0 border-t border-line border-solid"
    >
      <thead className="max-md:sr-only">
        <tr>
          <HeadCell className="pl-0!">{withTerms('{Submission}')}</HeadCell>
          <HeadCell>Scope</HeadCell>
          <HeadCell>Trend</HeadCell>
          {mayEdit && (
            <HeadCell>
              <span className="sr-only">Changes</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody>
        {page.submissions.map(submission => (
          <SubmissionStepRow
            key={submission.registration_submission_id}
            page={page}
            submission={submission}
            mayEdit={mayEdit}
            canAsk={canAsk}
          />
        ))}
      </tbody>
    </table>
  )
}

function SubmissionStepRow({
  page,
  submission,
  mayEdit,
  canAsk
}: TableProps & { submission: RegistrationSubmission }) {
  const { submission_name, scope_name, registration_submission_id } = submission
  const trend = trendIn(page, submission.submission_id)
  const remove = () =>
    askBefore({
      title: `Remove ${submission_name}?`,
      text: `${submission_name} will not take part in this period. Its figures for earlier periods are kept. You cannot remove it once it has answers for this period.`,
      verb: 'Remove',
      run: () => removeSubmission(registration_submission_id)
    })
  const cell = 'table-cell py-1! max-md:block max-md:border-b-0 max-md:px-0 max-md:py-0.5'
  return (
    <tr className="last:[&>*]:border-b-0 max-md:block max-md:border-0 max-md:border-b max-md:border-line max-md:border-solid max-md:py-2">
      <th scope="row" className={`${cell} pl-0! text-left font-medium`}>
        {submission_name} {trend?.isNew && <Pill tone="brand">new</Pill>}{' '}
        <StepAction
          aria-label={`View questions for ${submission_name}`}
          onClick={() => showAsked(submission)}
        >
          View questions
        </StepAction>
      </th>
      <td className={cell}>{scope_name}</td>
      <td className={`${cell} text-ink-2`}>
        {trend && (trend.isNew ? `starts in ${trend.since}` : `continues from ${trend.since}`)}{' '}
        {trend?.isNew && mayEdit && canAsk && (
          <StepAction
            aria-label={`Was ${submission_name} another ${withTerms('{submission}')} before?`}
            onClick={() => editSubmission(page, submission, true)}
          >
            Was it another before?
          </StepAction>
        )}
      </td>
      {mayEdit && (
        <td className={`${cell} whitespace-nowrap pr-0! text-right max-md:text-left`}>
          <StepAction
            aria-label={`Change ${submission_name}`}
            onClick={() => editSubmission(page, submission)}
          >
            Change
          </StepAction>
          <Button kind="quiet" size="s" aria-label={`Remove ${submission_name}`} onClick={remove}>
            Remove…
          </Button>
        </td>
      )}
    </tr>
  )
}

const showAsked = (submission: RegistrationSubmission): void =>
  openModal({
    component: AskedQuestionnairesDialog,
    props: { title: `Questions for ${submission.submission_name}`, submission }
  })

function editSubmission(
  page: RegistrationPage,
  submission: RegistrationSubmission | null,
  asksLineage = false
): void {
  openModal({
    component: SubmissionDialog,
    props: {
      title: submission ? `Change ${submission.submission_name}` : withTerms('Add {a submission}'),
      page,
      submission,
      asksLineage
    }
  })
}
