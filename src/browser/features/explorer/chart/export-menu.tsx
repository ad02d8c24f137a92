import { useEffect } from 'react'
import type { ExportContext } from '#browser/charts/export/export-file.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import type { Picture } from '#browser/charts/view/chart.tsx'
import { copyEvidenceLink } from '#browser/features/explorer/export/evidence-link.ts'
import { exportContext } from '#browser/features/explorer/export/export-context.ts'
import { printWithTable } from '#browser/features/explorer/export/printed-table.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import {
  BadgeCheck,
  FileImage,
  FileSpreadsheet,
  FileText,
  Shapes
} from '#browser/ui/icons/chart-icon-paths.ts'
import { ChevronDown, DownloadIcon, Printer } from '#browser/ui/icons/icon-paths.ts'
import { Menu, type MenuAction } from '#browser/ui/popover/menu.tsx'
import type { MetaData } from '#contract/charts.ts'
import { chunk, preload } from '#lib/chunk.ts'
import { whenIdle } from '#lib/idle.ts'
import type * as Sharing from './sharing.ts'

interface ExportSource {
  chartView: ChartView | null
  picture: Picture | null
  metaData: MetaData | null
}

/** Fetched when the page is idle. */
const exporting = chunk(() => import('./sharing.ts'))

function exportBy(
  metaData: MetaData | null,
  save: (code: typeof Sharing, context: ExportContext) => Promise<void> | void
): void {
  // The address of these figures, whatever the reader chooses while the code loads.
  const context = exportContext(metaData)
  exporting.load().then(
    code => save(code, context),
    () =>
      showToast({
        text: 'The file could not be created, because a part of this page could not be loaded. Try again.',
        status: 'error'
      })
  )
}

/** What can be taken from a chart: nothing while newer figures load. Pictures are available once it is drawn. */
export function useExportActions({ chartView, picture, metaData }: ExportSource): (MenuAction | 'line')[] {
  useEffect(() => whenIdle(() => preload(exporting)), [])
  const pictures: MenuAction[] =
    chartView && picture
      ? [
          {
            label: 'Picture (PNG)',
            icon: FileImage,
            onSelect: () => exportBy(metaData, code => code.savePicture(chartView, picture, 'png'))
          },
          {
            label: 'Vector drawing (SVG)',
            icon: Shapes,
            onSelect: () => exportBy(metaData, code => code.savePicture(chartView, picture, 'svg'))
          }
        ]
      : []
  const figures: MenuAction[] = chartView
    ? [
        {
          label: 'Figures (XLSX)',
          icon: FileSpreadsheet,
          onSelect: () => exportBy(metaData, (code, context) => code.saveXlsx(chartView, context))
        },
        {
          label: 'Figures (CSV)',
          icon: FileText,
          onSelect: () => exportBy(metaData, (code, context) => code.saveChartCsv(chartView, context))
        }
      ]
    : []
  return [
    ...pictures,
    ...figures,
    ...(chartView
      ? [
          'line' as const,
          {
            label: 'Copy evidence link',
            icon: BadgeCheck,
            onSelect: () => void copyEvidenceLink(chartView)
          },
          'line' as const
        ]
      : []),
    { label: 'Print or save as PDF', icon: Printer, onSelect: () => print() },
    ...(chartView ? [{ label: 'Print with the table', icon: Printer, onSelect: printWithTable }] : [])
  ]
}

export function ExportMenu({ actions }: { actions: readonly (MenuAction | 'line')[] }) {
  return (
    <Menu
      triggerClass={buttonClass({ size: 's' })}
      trigger={
        <>
          <Icon of={DownloadIcon} />
          Export
          <Icon of={ChevronDown} />
        </>
      }
      actions={actions}
    />
  )
}
