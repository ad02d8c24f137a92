import { loadRow } from '#browser/features/explorer/overview/overview.ts'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { FileSpreadsheet, FileText } from '#browser/ui/icons/chart-icon-paths.ts'
import { ChevronDown, DownloadIcon, Printer } from '#browser/ui/icons/icon-paths.ts'
import { NotebookText } from '#browser/ui/icons/rare-icon-paths.ts'
import { Menu } from '#browser/ui/popover/menu.tsx'
import { openBriefing, type BriefingRequest } from './briefing-dialog.tsx'
import { readChartSet, saveChartSet, type SetFormat } from './chart-set.ts'

export function SetExportMenu({ request }: { request: BriefingRequest | null }) {
  if (!request || request.charts.length === 0) return null
  const save = async (format: SetFormat): Promise<void> => {
    const charts = await readChartSet(request.charts, request.comparing)
    if (charts.length > 0) await saveChartSet(request.subject, charts, format)
  }
  return (
    <Menu
      triggerClass={buttonClass({ size: 's', kind: 'quiet' })}
      trigger={
        <>
          <Icon of={DownloadIcon} />
          Export
          <Icon of={ChevronDown} />
        </>
      }
      actions={[
        { label: 'Briefing pack…', icon: NotebookText, onSelect: () => openBriefing(request) },
        { label: 'All figures (XLSX)', icon: FileSpreadsheet, onSelect: () => void save('xlsx') },
        { label: 'All figures (CSV)', icon: FileText, onSelect: () => void save('csv') },
        'line',
        { label: 'Print or save as PDF', icon: Printer, onSelect: () => void printCharts(request) }
      ]}
    />
  )
}

/** Loads the figures that were not visible, then prints. */
async function printCharts({ charts, comparing }: BriefingRequest): Promise<void> {
  const origin = rememberOrigin()
  await Promise.all(charts.map(({ chart }) => loadRow(chart.chart_id, comparing)))
  if (origin.isOnScreen()) print()
}
