import { useStore } from '@nanostores/react'
import { UndoButtons } from '#browser/editing/undo-buttons.tsx'
import { openModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Cloud } from '#browser/ui/icons/icon-paths.ts'
import { CircleAlert, Eye } from '#browser/ui/icons/rare-icon-paths.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { countOf, formatTime } from '#lib/format.ts'
import { $savedAt, $sending } from './changes.ts'
import { FormPreview } from './editor/preview.tsx'
import { $edits, commitAll, unsavedEdits } from './edits.ts'
import { $unsent, questionnaireHistory } from './guarded-change.ts'

/** Whether everything is saved, the way back, and the form as respondents get it. */
export function BuilderBar({ structure, sectionId }: { structure: Structure; sectionId: number | null }) {
  const preview = () => {
    if (sectionId === null) return
    openModal({
      component: FormPreview,
      size: 'large',
      props: { title: `Preview: ${structure.questionnaire.questionnaire_name}`, structure, sectionId }
    })
  }
  return (
    <div className="lg:sticky lg:top-0 media-short:static z-10 flex flex-wrap items-center gap-2 py-2 mb-3 -mx-4 sm:-mx-6 px-4 sm:px-6 bg-surface border-0 border-b border-solid border-line">
      <BuilderSavingState />
      <span className="flex-1" />
      <UndoButtons history={questionnaireHistory} />
      <Button kind="main" size="s" icon={Eye} disabled={sectionId === null} onClick={preview}>
        Preview as respondent
      </Button>
    </div>
  )
}

function BuilderSavingState() {
  const unsaved = unsavedEdits(useStore($edits)).filter(edit => edit.state !== 'typing')
  const sending = useStore($sending) + useStore($unsent)
  const savedAt = useStore($savedAt)
  const left = unsaved.filter(edit => edit.state !== 'saving').length
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
      <span className="inline-flex items-center gap-1.5 text-ink-2">
        <Icon of={Cloud} size={14} />
        {sending > 0
          ? 'Saving…'
          : savedAt === null
            ? 'Changes are saved as you go'
            : `Saved at ${formatTime(savedAt)}`}
      </span>
      {left > 0 && (
        <span className="inline-flex items-center gap-1.5 text-bad">
          <Icon of={CircleAlert} size={14} />
          {countOf(left, 'field')} not saved
          <Button size="s" kind="quiet" onClick={commitAll}>
            Try again
          </Button>
        </span>
      )}
    </div>
  )
}
