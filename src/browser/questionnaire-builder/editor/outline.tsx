import { addSection, addSubSection, orderParts } from '#browser/questionnaire-builder/changes.ts'
import {
  isActive,
  subSectionOf,
  type PartRef,
  type BuiltSection,
  type BuiltSubSection
} from '#browser/questionnaire-builder/parts.ts'
import type { BuilderSelection } from '#browser/questionnaire-builder/selection.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { GripVertical, ListIcon, Table2 } from '#browser/ui/icons/rare-icon-paths.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { AddField } from './add-field.tsx'
import { useReorder } from './reorder.ts'
import { RetiredParts } from './retired-parts.tsx'

interface OutlineProps {
  structure: Structure
  selection: BuilderSelection
  /** The section that is shown. */
  open: BuiltSection | undefined
}

/** The sections of a questionnaire with their sub-sections, in the order in which they are asked. */
export function Outline({ structure, selection, open }: OutlineProps) {
  const { questionnaire_id } = structure.questionnaire
  const active = structure.sections.filter(isActive)
  const { propsOf } = useReorder({
    ids: active.map(section => section.section_id),
    direction: 'vertical',
    onOrder: reorder => orderParts({ part: 'section', within: questionnaire_id }, reorder)
  })
  const current = entryWorkedOn(structure, selection, open)
  const add = async (name: string) => {
    const select = selection.follow()
    const result = await addSection(questionnaire_id, name)
    if (result.ok) select({ kind: 'section', id: result.value })
    return result
  }
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5" aria-describedby="how-to-reorder">
        {active.map(section => (
          <li
            key={section.section_id}
            {...propsOf(section.section_id)}
            className="data-[over=true]:bg-brand-tint"
          >
            <OutlineEntry
              part={{ kind: 'section', id: section.section_id }}
              current={current}
              selection={selection}
              name={section.section_name}
              count={questionCount(section.sub_sections)}
            />
            {open === section && <SubSections section={section} selection={selection} current={current} />}
          </li>
        ))}
      </ul>
      {active.length === 0 && (
        <p className="px-4 py-2 text-small text-ink-2">No sections yet. Add the first one.</p>
      )}
      <p id="how-to-reorder" className="sr-only">
        Alt with arrow up or down moves an entry.
      </p>
      <div className="px-4 py-1">
        <AddField what="section" name="section_name" onAdd={add} />
      </div>
      <RetiredParts structure={structure} />
    </>
  )
}

/** The entry to mark: the sub-section of the selected cell, row or column, or else the open section. */
function entryWorkedOn(
  structure: Structure,
  { part }: BuilderSelection,
  open: BuiltSection | undefined
): PartRef | null {
  const subSection = part && subSectionOf(structure, part)
  if (subSection && open?.sub_sections.includes(subSection))
    return { kind: 'sub_section', id: subSection.sub_section_id }
  return open ? { kind: 'section', id: open.section_id } : null
}

const questionCount = (subSections: readonly BuiltSubSection[]): number =>
  subSections.filter(isActive).reduce((sum, one) => sum + one.memberships.length, 0)

function SubSections({
  section,
  selection,
  current
}: Pick<OutlineProps, 'selection'> & { section: BuiltSection; current: PartRef | null }) {
  const { section_id, sub_sections } = section
  const active = sub_sections.filter(isActive)
  const { propsOf } = useReorder({
    ids: active.map(one => one.sub_section_id),
    direction: 'vertical',
    onOrder: reorder => orderParts({ part: 'sub_section', within: section_id }, reorder)
  })
  const add = async (sub_section_name: string) => {
    const select = selection.follow()
    const result = await addSubSection({ section_id, sub_section_name })
    if (result.ok) select({ kind: 'sub_section', id: result.value })
    return result
  }
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5 pl-5">
      {active.map(one => (
        <li
          key={one.sub_section_id}
          {...propsOf(one.sub_section_id)}
          className="data-[over=true]:bg-brand-tint"
        >
          <OutlineEntry
            part={{ kind: 'sub_section', id: one.sub_section_id }}
            current={current}
            selection={selection}
            name={one.sub_section_name}
            count={one.memberships.length}
            layout={one.layout}
          />
        </li>
      ))}
      <li className="px-2">
        <AddField what="sub-section" name="sub_section_name" onAdd={add} />
      </li>
    </ul>
  )
}

interface EntryProps {
  part: PartRef
  current: PartRef | null
  selection: BuilderSelection
  name: string
  count: number
  layout?: BuiltSubSection['layout']
}

function OutlineEntry({ part, current, selection, name, count, layout }: EntryProps) {
  const isCurrent = current?.kind === part.kind && current.id === part.id
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => selection.go(part)}
      className="side-link ring-inside w-[calc(100%-16px)] text-left border-0 bg-transparent group aria-[current=true]:bg-brand-tint aria-[current=true]:text-brand-text aria-[current=true]:font-medium"
    >
      <Icon of={GripVertical} size={12} className="text-ink-3 cursor-grab" />
      {layout !== undefined && (
        <Icon of={layout === 'grid' ? Table2 : ListIcon} size={14} className="text-ink-3" />
      )}
      <span className="cut flex-1 min-w-0" title={name}>
        {name}
      </span>
      <span className="text-tiny text-ink-3 font-normal">
        {count}
        <span className="sr-only"> questions</span>
      </span>
    </button>
  )
}
