/**
 * A ref for the element on which a native dialog opens that is drawn in one go with its content. React's own `autoFocus` comes too early there: it
 * focuses while the dialog is still closed, and writes no attribute for `showModal` to follow. In `Dialog`, `autoFocus` works.
 */
export const firstFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
