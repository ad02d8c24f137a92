import {
  BadgeCheck,
  ChevronDown,
  Download,
  FileImage,
  FileSpreadsheet,
  FileText,
  Printer,
  Shapes
} from 'lucide-react'
import type { Picture } from '#charts/chart.tsx'
import type { MetaData } from '#contract/charts.ts'
import type { ChartView } from '#charts/chart-view.ts'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu, type MenuAction } from '#ui/menu.tsx'
import { copyEvidenceLink } from '../export/evidence-link.ts'
import { saveCsv, savePicture, saveXlsx } from './sharing.ts'

interface ExportMenuProps {
  chartView: ChartView | null
  picture: Picture | null
  metaData: MetaData | null
}

/** Exports the chart with its selection. Pictures are available once a chart is drawn. */
export function ExportMenu({ chartView, picture, metaData }: ExportMenuProps) {
  const pictures: MenuAction[] =
    chartView && picture
      ? [
          {
            label: 'Picture (PNG)',
            icon: FileImage,
            onSelect: () => void savePicture(chartView, picture, 'png')
          },
          {
            label: 'Vector drawing (SVG)',
            icon: Shapes,
            onSelect: () => void savePicture(chartView, picture, 'svg')
          }
        ]
      : []
  const figures: MenuAction[] = chartView
    ? [
        {
          label: 'Figures (XLSX)',
          icon: FileSpreadsheet,
          onSelect: () => void saveXlsx(chartView, metaData)
        },
        { label: 'Figures (CSV)', icon: FileText, onSelect: () => saveCsv(chartView, metaData) }
      ]
    : []
  return (
    <Menu
      triggerClass={buttonClass({ size: 's' })}
      trigger={
        <>
          <Icon of={Download} />
          Export
          <Icon of={ChevronDown} />
        </>
      }
      actions={[
        ...pictures,
        ...figures,
        ...(chartView
          ? [
              'line' as const,
              {
                label: 'Copy evidence link',
                icon: BadgeCheck,
                onSelect: () => void copyEvidenceLink(chartView)
              }
            ]
          : []),
        'line',
        { label: 'Print or save as PDF', icon: Printer, onSelect: () => print() }
      ]}
    />
  )
}
