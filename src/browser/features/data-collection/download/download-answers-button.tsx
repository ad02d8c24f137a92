import { useOffered } from '#browser/api/offered.ts'
import { openModalWith } from '#browser/stores/outcomes.ts'
import { Button } from '#browser/ui/button.tsx'
import { DownloadIcon } from '#browser/ui/icons/icon-paths.ts'
import { countExportableAnswers } from '#contract/answer-exports.ts'
import { chunk } from '#lib/chunk.ts'

const downloadDialog = chunk(() => import('./download-answers-dialog.tsx'))

interface DownloadAnswersButtonProps {
  projectCode: string
  scope: { projectId: number; timePeriodId: number }
}

/** Opens the download of answers. Its code is loaded on first use. */
export function DownloadAnswersButton({ projectCode, scope }: DownloadAnswersButtonProps) {
  const isHere = useOffered(countExportableAnswers)
  if (!isHere) return null
  const open = () =>
    openModalWith(
      downloadDialog,
      ({ DownloadAnswersDialog }) => ({
        component: DownloadAnswersDialog,
        size: 'large',
        props: {
          title: 'Download answers',
          project: { project_id: scope.projectId, project_code: projectCode },
          timePeriodId: scope.timePeriodId
        }
      }),
      'The download options'
    )
  return (
    <Button icon={DownloadIcon} onClick={open}>
      Download answers
    </Button>
  )
}
