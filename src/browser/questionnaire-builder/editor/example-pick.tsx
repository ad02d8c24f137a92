import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import type { BuilderContext } from '#browser/questionnaire-builder/builder-context.ts'
import type { BuiltSection } from '#browser/questionnaire-builder/parts.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { Pick } from '#browser/ui/pick.tsx'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { failureText } from '#lib/text/offline-text.ts'
import {
  $exampleAnswers,
  $exampleChoices,
  $exampleId,
  exampleValues,
  loadExampleAnswers,
  loadExampleChoices
} from './example.ts'
import { previewEngine } from './preview-engine.ts'

/** The form of a section with example figures. What an earlier example showed stays until the next has loaded. */
export function useExample(
  structure: Structure,
  section: BuiltSection,
  { projectId, timePeriod }: BuilderContext
): SectionEngine {
  const submissionId = useStore($exampleId)
  const loaded = useStore($exampleAnswers)
  const { questionnaire_id } = structure.questionnaire
  const { section_id } = section
  useEffect(() => void loadExampleChoices(projectId, timePeriod.id), [projectId, timePeriod.id])
  useEffect(() => {
    if (submissionId !== 0) void loadExampleAnswers(questionnaire_id, section_id, submissionId)
  }, [questionnaire_id, section_id, submissionId])
  const answers = submissionId !== 0 && loaded.state === 'ready' ? loaded.value : null
  const engine = useMemo(
    () => previewEngine(structure, section, exampleValues(answers)),
    [structure, section, answers]
  )
  useEffect(() => () => engine.stop(), [engine])
  return engine
}

/** Chooses whose figures the grids show. */
export function ExamplePick() {
  const submissionId = useStore($exampleId)
  const choices = useStore($exampleChoices)
  const loaded = useStore($exampleAnswers)
  const submissions = choices.state === 'ready' ? choices.value : []
  return (
    <>
      <Pick
        label="Example"
        options={[{ id: 0, name: 'invented' }, ...submissions]}
        selected={submissionId}
        onSelect={id => $exampleId.set(id)}
        className="max-w-48!"
      />
      {submissionId !== 0 && loaded.state === 'failed' && <ErrorText>{failureText(loaded.error)}</ErrorText>}
    </>
  )
}
