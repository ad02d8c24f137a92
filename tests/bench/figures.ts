// What every benchmark prints with.

export function median(values: readonly number[]): number {
  return quantileOf(values, 0.5)
}

/** Nearest-rank quantile: enough for timings. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

/** Rows as a text table, numbers to the right. */
export function table(rows: readonly Record<string, string | number>[]): string {
  const heads = Object.keys(rows[0] ?? {})
  const widths = heads.map(head => Math.max(head.length, ...rows.map(row => String(row[head]).length)))
  const line = (cells: readonly string[], pad: (cell: string, index: number) => string) =>
    cells.map(pad).join('  ')
  const right = (cell: string, index: number) =>
    index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)
  return [
    line(heads, right),
    ...rows.map(row =>
      line(
        heads.map(head => String(row[head])),
        right
      )
    )
  ].join('\n')
}
