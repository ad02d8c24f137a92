// What opens beside a section's table, in one file that is fetched once the table is shown.
export { PrintedSection } from '#browser/section/print/printed-section.tsx'
export { IssueList } from './issue-list.tsx'
export { KeyboardList } from './keyboard-list.tsx'
export { FocusedCell } from './panel/focused-cell.tsx'
export { GuidanceDialog } from './panel/guidance-dialog.tsx'
export { PasteNotice } from './paste-notice.tsx'
export { IncompleteList } from './signing/incomplete-list.tsx'
