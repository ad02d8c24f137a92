import { atom } from 'nanostores'

export type PanelTab = 'about' | 'history' | 'comments' | 'for-you'

/** Kept when the cursor moves to another cell. */
export const $panelTab = atom<PanelTab>('about')
/** The cell that waits for a comment; its comment field takes focus once. */
export const $commentAsked = atom<string | null>(null)

/** Opens the comments and focuses the field for a new one. */
export function askForComment(key: string): void {
  $commentAsked.set(key)
  $panelTab.set('comments')
}
