/** Whether an element is drawn and not hidden. Older Safari has no method for it. */
export const isElementVisible = (element: HTMLElement): boolean =>
  element.checkVisibility?.({ visibilityProperty: true }) ?? element.getClientRects().length > 0
