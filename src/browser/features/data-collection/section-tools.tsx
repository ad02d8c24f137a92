import type { WorkbookTitle } from '#browser/section/workbook/source.ts'
import { missingCodeText, rememberOrigin, withCode } from '#browser/stores/outcomes.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { BookOpen, DownloadIcon, Printer } from '#browser/ui/icons/icon-paths.ts'
import { Menu } from '#browser/ui/popover/menu.tsx'
import { openGuidance } from './panel/guidance-modal.ts'
import { printForm } from './print-sheet.tsx'
import type { OpenSection } from './section-loading.ts'
import { sectionParts } from './section-parts-chunk.ts'

function openLateWorkbook(open: OpenSection, title: WorkbookTitle): void {
  const origin = rememberOrigin()
  void withCode(sectionParts, code => code.openWorkbook(open, title, origin), missingCodeText('The workbook'))
}

/** Actions on a section other than filling it in. */
export function SectionTools({ open, title }: { open: OpenSection; title: WorkbookTitle }) {
  return (
    <div className="flex flex-wrap gap-2 mt-3 max-lg:mt-2">
      <Button size="s" icon={DownloadIcon} onClick={() => openLateWorkbook(open, title)}>
        Workbook
      </Button>
      <Menu
        trigger={
          <>
            <Icon of={Printer} />
            Print
          </>
        }
        triggerClass={buttonClass({ size: 's' })}
        placement="top-start"
        actions={[
          { label: 'Blank form', onSelect: () => printForm('blank') },
          { label: 'With answers', onSelect: () => printForm('filled') }
        ]}
      />
      <Button size="s" kind="quiet" icon={BookOpen} onClick={openGuidance}>
        Guidance
      </Button>
    </div>
  )
}
