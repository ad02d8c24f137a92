type ClipboardHandler = (data: DataTransfer, field: Element) => boolean

/**
 * Listens to the clipboard while a form has the focus: on the document, because with a choice or an empty field in focus
 * these events come from no field. A handler returns true if the browser must not act too.
 */
export const clipboardListener =
  (form: HTMLElement, signal: AbortSignal) =>
  (name: 'copy' | 'cut' | 'paste', handle: ClipboardHandler): void =>
    document.addEventListener(
      name,
      event => {
        const field = document.activeElement
        if (!event.clipboardData || field === null || !form.contains(field)) return
        if (handle(event.clipboardData, field)) event.preventDefault()
      },
      { signal }
    )
