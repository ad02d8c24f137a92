import { lockText } from '#browser/section/state/locks.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import type { WorkbookTitle } from '#browser/section/workbook/source.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { BookOpen, DownloadIcon, Printer } from '#browser/ui/icons/icon-paths.ts'
import { Menu } from '#browser/ui/popover/menu.tsx'
import { isSectionDone, REOPEN_FIRST } from '#domain/questionnaires/section-work.ts'
import { openGuidance } from './panel/guidance-modal.ts'
import { printForm } from './print-sheet.tsx'
import type { OpenSection } from './section-loading.ts'
import { openWorkbook } from './workbook.ts'

/** Actions on a section other than filling it in. */
export function SectionTools({ open, title }: { open: OpenSection; title: WorkbookTitle }) {
  const { engine, questionnaire } = open
  const { section } = engine.model
  const isDone = useStatus(engine, status => isSectionDone(status.sectionStatus))
  const lockedBecause =
    section.is_locked && engine.isLocked
      ? lockText(section.lock_reason, {
          opensAt: questionnaire.opens_at,
          closesAt: section.closes_at ?? questionnaire.closes_at
        })
      : isDone
        ? REOPEN_FIRST
        : null
  return (
    <div className="flex flex-wrap gap-2 mt-3 max-lg:mt-2">
      <Button size="s" icon={DownloadIcon} onClick={() => openWorkbook(open, title, lockedBecause)}>
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
