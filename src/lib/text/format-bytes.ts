/** '94 KB', '1.4 MB'. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  return `${power > 1 && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}
