import { useStore } from '@nanostores/react'
import { CircleAlert, Cloud, Eye, Undo2 } from 'lucide-react'
import { openModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { countOf, formatTime } from '#lib/format.ts'
import { $savedAt, $sending } from './changes.ts'
import { FormPreview } from './editor/preview.tsx'
import { $edits, commitAll, unsavedEdits } from './edits.ts'
import { $done, $isUndoing, undoLast } from './undo.ts'

interface BuilderBarProps {
  structure: Structure
  sectionId: number | null
}

/** The saving state, undo, and a preview for respondents. */
export function BuilderBar({ structure, sectionId }: BuilderBarProps) {
  const done = useStore($done)
  const isUndoing = useStore($isUndoing)
  const last = done.at(-1)
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
      <Button
        size="s"
        kind="quiet"
        icon={Undo2}
        busy={isUndoing}
        disabled={last === undefined}
        title={last && `Undo: ${last.words}`}
        onClick={() => void undoLast()}
      >
        Undo
      </Button>
      <Button kind="main" size="s" icon={Eye} disabled={sectionId === null} onClick={preview}>
        Preview as respondent
      </Button>
    </div>
  )
}

function BuilderSavingState() {
  const unsaved = unsavedEdits(useStore($edits)).filter(edit => edit.state !== 'typing')
  const sending = useStore($sending)
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
          <Button size="s" kind="quiet" onClick={() => void commitAll()}>
            Try again
          </Button>
        </span>
      )}
    </div>
  )
}
