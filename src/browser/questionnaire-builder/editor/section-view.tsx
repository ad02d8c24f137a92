import type { BuilderContext } from '#browser/questionnaire-builder/builder-context.ts'
import { changeWithUndo } from '#browser/questionnaire-builder/changes.ts'
import { LabelledSwitch } from '#browser/questionnaire-builder/check.tsx'
import { explainFieldError } from '#browser/questionnaire-builder/edits.ts'
import type { PartChange } from '#browser/questionnaire-builder/guarded-change.ts'
import { whyLayoutFixed, whyNoList } from '#browser/questionnaire-builder/panel/why-fixed.ts'
import { isActive, type BuiltSubSection } from '#browser/questionnaire-builder/parts.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { IconButton } from '#browser/ui/button.tsx'
import { Settings2 } from '#browser/ui/icons/rare-icon-paths.ts'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { RichText } from '#browser/ui/rich-text/rich-text.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import { failureText } from '#lib/text/offline-text.ts'
import { ExamplePick, useExample } from './example-pick.tsx'
import { GridEditor } from './grid-editor.tsx'
import { ListEditor } from './list-editor.tsx'
import type { SectionViewProps, SubSectionProps } from './section-props.ts'

/** A section as respondents see it, with what is needed to change it. */
export function SectionView({
  structure,
  section,
  selection,
  ...context
}: SectionViewProps & BuilderContext) {
  const engine = useExample(structure, section, context)
  const subSections = section.sub_sections.filter(isActive)
  return (
    <>
      <div className="flex items-start gap-3">
        <h1 className="flex-1 min-w-0 break-words">{section.section_name}</h1>
        <IconButton
          size="s"
          icon={Settings2}
          label="Section settings"
          onClick={() => selection.go({ kind: 'section', id: section.section_id })}
        />
      </div>
      {section.guidance_html !== '' && (
        <RichText html={section.guidance_html} className="text-small text-ink-2 mt-0.5 max-w-[66ch]" />
      )}
      {subSections.length === 0 && (
        <EmptyNotice
          title="This section has no sub-sections"
          text="Questions are in sub-sections. Add one in the list of sections: a list, or a grid of rows and columns."
        />
      )}
      {subSections.map(subSection => (
        <SubSectionView
          key={subSection.sub_section_id}
          structure={structure}
          section={section}
          subSection={subSection}
          selection={selection}
          engine={engine}
        />
      ))}
    </>
  )
}

function SubSectionView(props: SubSectionProps & { engine: SectionEngine }) {
  const { structure, subSection, selection } = props
  const id = subSection.sub_section_id
  return (
    <section aria-labelledby={`sub-section-${id}`} className="mt-6">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2 mb-2">
        <h2 id={`sub-section-${id}`} className="flex-1 min-w-32 break-words">
          {subSection.sub_section_name}
        </h2>
        {subSection.layout === 'grid' && structure.questionnaire.questionnaire_type === 'standard' && (
          <ExamplePick />
        )}
        <LayoutChoice subSection={subSection} />
        <IconButton
          size="s"
          icon={Settings2}
          label={`Sub-section settings of ${subSection.sub_section_name}`}
          onClick={() => selection.go({ kind: 'sub_section', id })}
        />
      </div>
      {subSection.layout === 'grid' ? <GridEditor {...props} /> : <ListEditor {...props} />}
    </section>
  )
}

/** List or grid, and which totals a grid shows. */
function LayoutChoice({ subSection }: { subSection: BuiltSubSection }) {
  const part = { kind: 'sub_section' as const, id: subSection.sub_section_id }
  const fail = (text: string) => showToast({ text, status: 'error' })
  const change = async (after: PartChange, before: PartChange) => {
    const result = await changeWithUndo(part, after, before, 'changed the sub-section')
    if (!result.ok)
      fail(failureText(explainFieldError({ name: 'layout', label: 'The layout' }, result.error)))
  }
  const changeLayout = async (layout: 'list' | 'grid') => {
    const { is_repeating } = subSection
    const isGrid = layout === 'grid'
    const held = isGrid ? null : whyNoList(subSection)
    const after = { layout, is_repeating: isGrid && is_repeating }
    if (held === null) await change(after, { layout: subSection.layout, is_repeating })
    else fail(held)
  }
  const reason = whyLayoutFixed(subSection)
  return (
    <>
      {subSection.layout === 'grid' && (
        <>
          <LabelledSwitch
            label="Row totals"
            isOn={subSection.show_row_totals}
            onChange={isOn => void change({ show_row_totals: isOn }, { show_row_totals: !isOn })}
          />
          <LabelledSwitch
            label="Column totals"
            isOn={subSection.show_column_totals}
            onChange={isOn => void change({ show_column_totals: isOn }, { show_column_totals: !isOn })}
          />
        </>
      )}
      {reason === null ? (
        <Segmented
          label="Layout"
          options={[
            { id: 'list', label: 'List' },
            { id: 'grid', label: 'Grid' }
          ]}
          pressed={subSection.layout}
          onPress={layout => void changeLayout(layout)}
        />
      ) : (
        <span className="text-tiny text-ink-3">{subSection.layout === 'grid' ? 'Grid' : 'List'}</span>
      )}
    </>
  )
}
