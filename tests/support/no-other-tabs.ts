import type { TabLink } from '#browser/section/sync/tab-link.ts'

/** A section that is open in one tab only. */
export const noOtherTabs: TabLink = {
  exclusively: work => work(),
  share: () => {},
  listen: () => {},
  newestEdit: { read: () => '', write: () => {} },
  close: () => {}
}
