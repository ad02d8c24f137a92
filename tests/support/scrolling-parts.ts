/** In the page: what scrolls up and down inside the dialog, which itself may. */
export const scrollingParts = (element: Element): string[] =>
  [...element.querySelectorAll('*')]
    .filter(part => part.scrollHeight > part.clientHeight + 1)
    .filter(part => ['auto', 'scroll'].includes(getComputedStyle(part).overflowY))
    .map(part => part.textContent.slice(0, 40))
