import { Download } from 'lucide-react'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { saveStructure } from './structure-files.ts'

/** The questionnaire as a workbook with one question a line. */
export function FileTools({ structure }: { structure: Structure }) {
  const save = async () => {
    const result = await saveStructure(structure)
    if (!result.ok) showToast({ text: result.error, status: 'error' })
  }
  return (
    <div className="grid gap-1 pt-3 border-0 border-t border-solid border-line">
      <Button size="s" icon={Download} className="justify-self-start" onClick={save}>
        Download workbook
      </Button>
      <p className="text-tiny text-ink-3">
        One question per row. Edit it in a spreadsheet and create another questionnaire from it.
      </p>
    </div>
  )
}
