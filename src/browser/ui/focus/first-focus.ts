/**
 * A ref for the element that a dialog opens with the focus on. React's own `autoFocus` comes too early: it focuses while the dialog is still closed,
 * and writes no attribute for `showModal` to follow.
 */
export const firstFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
