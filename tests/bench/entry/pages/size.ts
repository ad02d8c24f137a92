// How large a table a page is to show: `?rows=200&columns=10`. Every page builds the same table of numbers from it.
const query = new URLSearchParams(location.search)

const names = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}`)

export const rows = names('Night', Number(query.get('rows')))
export const columns = names('Ward', Number(query.get('columns')))

export function main(): HTMLElement {
  const found = document.querySelector('main')
  if (found === null) throw new Error('The page has no main element')
  return found
}

/** From here on the page has code and data in hand, and builds. */
export const beginMount = (): void => void performance.mark('mount')
