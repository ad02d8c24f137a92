import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { closeModal } from '#browser/stores/modals.ts'
import { $timePeriods } from '#browser/stores/time-periods.ts'
import { Button } from '#browser/ui/button.tsx'
import { DownloadState } from '#browser/ui/download-state.tsx'
import { DownloadIcon } from '#browser/ui/icons/icon-paths.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { countExportableAnswers } from '#contract/answer-exports.ts'
import { countOf } from '#lib/format.ts'
import { formatBytes } from '#lib/text/format-bytes.ts'
import {
  $answerCounts,
  $answerDownload,
  downloadAnswers,
  loadAnswerCounts,
  stopAnswerDownload,
  type AnswerScope,
  type ExportCounts
} from './answer-download.ts'
import { DownloadChoices, PeriodChoice } from './download-choices.tsx'
import { DownloadContents } from './download-contents.tsx'
import { planDownload, type DownloadChoice, type DownloadPlan } from './download-plan.ts'

export interface DownloadedProject {
  project_id: number
  project_code: string
}

interface DownloadAnswersDialogProps {
  project: DownloadedProject
  timePeriodId: number
}

/** Which answers, as what file, and what is in it; then the download itself. */
export function DownloadAnswersDialog({ project, timePeriodId }: DownloadAnswersDialogProps) {
  const [scope, setScope] = useState<AnswerScope>({
    project_id: project.project_id,
    time_period_id: [timePeriodId],
    include_retired: true
  })
  const counts = useStore($answerCounts)
  const periods = useStore($timePeriods)
  const isHere = useOffered(countExportableAnswers)
  const load = () => void loadAnswerCounts(scope)
  useEffect(load, [scope])
  if (!isHere) return <EmptyNotice title="Answers cannot be downloaded from this site" />
  return (
    <div className="grid gap-5">
      <PeriodChoice
        periods={periods.state === 'ready' ? periods.value : []}
        chosen={scope.time_period_id}
        onChoose={ids => setScope({ ...scope, time_period_id: [...ids] })}
      />
      <label className="flex items-baseline gap-2.5 text-small">
        <Checkbox
          checked={scope.include_retired}
          onChange={include_retired => setScope({ ...scope, include_retired })}
        />
        Include what has been retired
      </label>
      {counts.state === 'loading' ? (
        <SkeletonLines lines={10} label="Counting the answers" />
      ) : counts.state === 'failed' ? (
        <FailureNotice what="The answers" failure={counts} onRetry={load} />
      ) : counts.value.questionnaires.every(({ answer_count }) => answer_count === 0) ? (
        <EmptyNotice
          title={`No answers in these periods${scope.include_retired ? '' : ' without what has been retired'}`}
          text={`Choose another period${scope.include_retired ? '' : ', or include what has been retired'}.`}
        />
      ) : (
        <DownloadOfPeriods project={project} scope={scope} counts={counts.value} />
      )}
    </div>
  )
}

interface DownloadOfPeriodsProps {
  project: DownloadedProject
  scope: AnswerScope
  counts: ExportCounts
}

function DownloadOfPeriods({ project, scope, counts }: DownloadOfPeriodsProps) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [choice, setChoice] = useState<DownloadChoice>({
    layout: 'long',
    values: 'codes',
    format: 'csv',
    extras: []
  })
  const chosen = counts.questionnaires.filter(one => one.answer_count > 0 && !left.has(one.questionnaire_id))
  const plan = planDownload(chosen, choice, project.project_code)
  const start = () =>
    downloadAnswers(
      {
        ...scope,
        questionnaire_id: chosen.map(one => one.questionnaire_id),
        layout: choice.layout,
        values: choice.values,
        format: choice.format,
        include: [...choice.extras]
      },
      plan
    )
  return (
    <>
      <div className="grid gap-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <DownloadChoices
          counts={counts}
          chosen={chosen}
          left={left}
          onLeave={setLeft}
          choice={choice}
          onChoose={setChoice}
          plan={plan}
        />
        <DownloadContents counts={counts} choice={choice} plan={plan} />
      </div>
      <DownloadFoot plan={plan} isAny={chosen.length > 0} onStart={start} />
    </>
  )
}

interface DownloadFootProps {
  plan: DownloadPlan
  isAny: boolean
  onStart: () => Promise<void>
}

function DownloadFoot({ plan, isAny, onStart }: DownloadFootProps) {
  const progress = useStore($answerDownload)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-0 border-t border-solid border-line pt-4">
      <p className="min-w-0 flex-1 basis-60 text-small text-ink-2">
        {filesText(plan)} You can close this dialog and carry on while it downloads.
      </p>
      {progress !== undefined && (
        <DownloadState
          name="answers"
          size={plan.size}
          progress={progress}
          onStart={onStart}
          onStop={stopAnswerDownload}
        />
      )}
      <Button onClick={closeModal}>{progress === undefined ? 'Cancel' : 'Close'}</Button>
      {progress?.is !== 'running' && (
        <Button
          kind="main"
          icon={DownloadIcon}
          disabled={!isAny || plan.sheetFault !== undefined}
          onClick={onStart}
        >
          Download {countOf(plan.answers, 'answer')}, about {formatBytes(plan.size)}
        </Button>
      )}
    </div>
  )
}

function filesText({ files, fileName }: DownloadPlan): string {
  if (fileName.endsWith('.xlsx')) return `A workbook with ${countOf(files, 'sheet')}.`
  return files === 1 ? 'One file.' : `${countOf(files, 'file')} in a zip archive.`
}
