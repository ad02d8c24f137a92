import { useOffered } from '#browser/api/offered.ts'
import { openModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { createStructure, listStructures } from '#contract/questionnaire-structures.ts'
import type { BuilderContext } from './builder-context.ts'
import { NewQuestionnaireDialog } from './files/new-questionnaire-dialog.tsx'

interface NewButtonProps extends BuilderContext {
  isMain?: boolean
  onMade: (questionnaireId: number) => void
}

export function NewButton({ projectId, timePeriod, list, isMain = false, onMade }: NewButtonProps) {
  const open = () =>
    openModal({
      component: NewQuestionnaireDialog,
      props: {
        title: 'New questionnaire',
        place: { projectId, timePeriodId: timePeriod.id },
        periodName: timePeriod.name,
        present: list.questionnaires,
        onMade
      }
    })
  if (!useOffered(listStructures, createStructure)) return null
  return (
    <Button
      size={isMain ? 'm' : 's'}
      kind={isMain ? 'main' : 'quiet'}
      icon={Plus}
      className="justify-self-start"
      onClick={open}
    >
      New questionnaire
    </Button>
  )
}
