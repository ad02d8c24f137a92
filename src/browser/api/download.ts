// Downloads need the bearer header, which a plain link cannot send, so they are fetched and saved from memory (product 0).

import { withoutDirectionControls } from '#lib/text/direction-controls.ts'

/** Saves a file under a name through the browser. */
export function saveFile(content: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = withoutDirectionControls(fileName)
  link.click()
  // The browser needs the URL until the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}

export const CSV_TYPE = 'text/csv;charset=utf-8'

export const saveCsv = (text: string, fileName: string): void =>
  saveFile(new Blob([text], { type: CSV_TYPE }), fileName)
