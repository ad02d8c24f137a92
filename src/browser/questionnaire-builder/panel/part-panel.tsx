import { changeWithUndo } from '#browser/questionnaire-builder/changes.ts'
import { LabelledSwitch } from '#browser/questionnaire-builder/check.tsx'
import { EditField } from '#browser/questionnaire-builder/editor/edit-field.tsx'
import { GuidanceField } from '#browser/questionnaire-builder/editor/guidance-field.tsx'
import { RetireButton } from '#browser/questionnaire-builder/editor/retire-button.tsx'
import { explainFieldError } from '#browser/questionnaire-builder/edits.ts'
import {
  partAt,
  subSectionOf,
  type PartRef,
  type BuiltRow,
  type BuiltSection,
  type BuiltSubSection
} from '#browser/questionnaire-builder/parts.ts'
import type { BuilderSelection } from '#browser/questionnaire-builder/selection.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { Panel } from './panel.tsx'
import { QuestionPanel } from './question-panel.tsx'
import { QuestionnairePanel } from './questionnaire-panel.tsx'
import { whyRowsFixed } from './why-fixed.ts'

/** The settings of the part that is chosen. */
export function PartPanel({ structure, selection }: { structure: Structure; selection: BuilderSelection }) {
  const { part } = selection
  if (part === null || part.kind === 'questionnaire') return <QuestionnairePanel structure={structure} />
  const found = partAt(structure, part)
  const question = part.kind === 'membership' || part.kind === 'question'
  if (found === undefined)
    return (
      <EmptyNotice title="This part no longer exists" text="Someone may have removed it. Choose another." />
    )
  if (question) return <QuestionPanel structure={structure} selection={selection} part={part} />
  if (part.kind === 'section') return <SectionPanel section={found as BuiltSection} part={part} />
  if (part.kind === 'sub_section')
    return <SubSectionPanel subSection={found as BuiltSubSection} part={part} />
  return <AxisPanel structure={structure} part={part} entry={found as BuiltRow} />
}

function SectionPanel({ section, part }: { section: BuiltSection; part: PartRef }) {
  return (
    <Panel kind="Section" name={section.section_name} answers={section.answer_count}>
      <EditField field={{ part, name: 'section_name' }} />
      <GuidanceField field={{ part, name: 'guidance_html' }} />
      <RetireButton part={part} what="section" answers={section.answer_count} />
    </Panel>
  )
}

function SubSectionPanel({ subSection, part }: { subSection: BuiltSubSection; part: PartRef }) {
  const reason = whyRowsFixed(subSection)
  const repeat = async (is_repeating: boolean) => {
    const result = await changeWithUndo(
      part,
      { is_repeating },
      { is_repeating: !is_repeating },
      'changed the sub-section'
    )
    if (!result.ok)
      showToast({
        text: failureText(explainFieldError({ name: 'rows', label: 'The rows' }, result.error)),
        status: 'error'
      })
  }
  return (
    <Panel kind="Sub-section" name={subSection.sub_section_name} answers={subSection.answer_count}>
      <EditField field={{ part, name: 'sub_section_name' }} />
      {subSection.layout === 'grid' && (
        <LabelledSwitch
          label="Respondents add the rows themselves"
          isOn={subSection.is_repeating}
          disabled={reason !== null}
          onChange={isOn => void repeat(isOn)}
        />
      )}
      {reason !== null && <p className="text-small text-ink-2">{reason}</p>}
      <RetireButton part={part} what="sub-section" answers={subSection.answer_count} />
    </Panel>
  )
}

function AxisPanel({ structure, part, entry }: { structure: Structure; part: PartRef; entry: BuiltRow }) {
  const isRow = part.kind === 'row'
  const label = isRow ? 'Row' : 'Column'
  const name = String((entry as unknown as Record<string, unknown>)[`${part.kind}_name`])
  return (
    <Panel
      kind={`${label} of ${subSectionOf(structure, part)?.sub_section_name ?? ''}`}
      name={name}
      answers={entry.answer_count}
    >
      <EditField field={{ part, name: isRow ? 'row_name' : 'column_name' }} />
      <RetireButton part={part} what={label.toLowerCase()} answers={entry.answer_count} />
      <p className="text-tiny text-ink-3">
        Drag its name to move it, or press Alt with an arrow key while its name has the focus.
      </p>
    </Panel>
  )
}
