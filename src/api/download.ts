// Files come with the bearer header, which a plain link cannot carry: they are fetched and saved from memory (product 0).
import { withoutDirectionControls } from '#lib/direction-controls.ts'

/** Hands a file to the browser to be saved under a name. */
export function saveFile(content: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = withoutDirectionControls(fileName)
  link.click()
  // The browser has taken the address over by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
