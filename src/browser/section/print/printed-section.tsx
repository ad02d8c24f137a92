import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { CellModel, TableModel } from '#browser/section/state/model.ts'
import { questionUnit } from '#browser/section/state/read-answer.ts'
import type { WorkbookTitle } from '#browser/section/workbook/source.ts'
import { RichText } from '#browser/ui/rich-text/rich-text.tsx'
import { isHeading } from '#domain/answers/question-types.ts'
import { formatDay, formatTime } from '#lib/format.ts'
import { PrintedAnswer } from './printed-answer.tsx'
import { PrintedGrid } from './printed-grid.tsx'
import type { PrintKind } from './printing.ts'

interface PrintedSectionProps {
  engine: SectionEngine
  title: WorkbookTitle
  kind: PrintKind
  /** When the form was laid out. */
  at: number
}

/** A section on paper: questions with guidance, units and options, and the answers or space for them. */
export function PrintedSection({ engine, title, kind, at }: PrintedSectionProps) {
  const { section, tables } = engine.model
  return (
    <article data-read-only={kind === 'filled' || undefined}>
      <header className="mb-4 pb-3 border-0 border-b-2 border-solid border-ink">
        <p className="text-small">
          {title.programmeName} · {title.projectName} · {title.periodName}
        </p>
        <h1>{section.section_name}</h1>
        <p className="text-small">
          {title.submissionName}.{' '}
          {kind === 'blank'
            ? 'Blank form.'
            : `Answers on ${formatDay(new Date(at).toISOString())}, ${formatTime(at)}.`}
        </p>
      </header>
      {section.guidance_html !== '' && <RichText html={section.guidance_html} className="text-small mb-4" />}
      {tables.map(table => (
        <section key={table.id} className="mb-5">
          <h2 className="mb-1.5 break-after-avoid">{table.subSection.sub_section_name}</h2>
          {table.kind === 'grid' ? (
            <PrintedGrid engine={engine} table={table} kind={kind} />
          ) : (
            <PrintedList engine={engine} table={table} kind={kind} />
          )}
        </section>
      ))}
      {kind === 'blank' && (
        <p className="text-small">
          Write 0 if there are none, n/a if it does not apply. Leave blank only what you do not know.
        </p>
      )}
    </article>
  )
}

const PRINTED_CELL = 'border border-solid border-line-strong px-2 py-1.5 align-top'

function PrintedList({ engine, table, kind }: { engine: SectionEngine; table: TableModel; kind: PrintKind }) {
  const unit = (cell: CellModel): string => questionUnit(cell, kind === 'filled')
  const cells = table.cells
    .flat()
    .filter(one => one !== null && !(kind === 'filled' && engine.store.get(one.key).isHidden))
  return (
    <table aria-label={table.subSection.sub_section_name} className="text-small">
      <tbody>
        {cells.map(one =>
          one === null ? null : (
            <tr key={one.key} className="break-inside-avoid">
              {isHeading(one.question) ? (
                <th colSpan={2} scope="colgroup" className={PRINTED_CELL}>
                  {one.question.question_text}
                </th>
              ) : (
                <>
                  <th scope="row" className={`${PRINTED_CELL} w-1/2 font-normal`}>
                    {one.question.question_text}
                    {unit(one) !== '' && `, ${unit(one)}`}
                    {one.question.is_required && kind === 'blank' && ' (required)'}
                    {one.question.help_text !== '' && (
                      <p className="text-tiny text-ink-2 whitespace-pre-line">{one.question.help_text}</p>
                    )}
                  </th>
                  <td className={PRINTED_CELL}>
                    <PrintedAnswer cell={one} state={engine.store.get(one.key)} kind={kind} />
                  </td>
                </>
              )}
            </tr>
          )
        )}
      </tbody>
    </table>
  )
}
