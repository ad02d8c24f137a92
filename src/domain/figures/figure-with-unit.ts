// A figure with its unit: '14.8%', '£12.40', '−£3', '498 h'.

/** Currency signs stand before the figure. */
export const isCurrencySign = (unit: string): boolean => /^\p{Sc}$/u.test(unit)

/** `space` separates a unit that is a word: pass a no-break space where a line may break. */
export function figureWithUnit(figure: string, unit: string, space = ' '): string {
  if (unit === '') return figure
  if (unit === '%') return `${figure}%`
  if (!isCurrencySign(unit)) return `${figure}${space}${unit}`
  const isNegative = /^[-−]/.test(figure)
  return `${isNegative ? '−' : ''}${unit}${isNegative ? figure.slice(1) : figure}`
}
