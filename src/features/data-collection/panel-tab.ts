import { atom } from 'nanostores'

export type PanelTab = 'about' | 'history' | 'comments'

/** Stays as it is from cell to cell. */
export const $panelTab = atom<PanelTab>('about')
/** The cell that is waiting for a comment: its field takes the cursor once. */
export const $commentAsked = atom<string | null>(null)

/** Opens the comments and puts the cursor into the field for a new one. */
export function askForComment(key: string): void {
  $commentAsked.set(key)
  $panelTab.set('comments')
}
