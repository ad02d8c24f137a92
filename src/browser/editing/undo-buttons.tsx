import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Button } from '#browser/ui/button.tsx'
import { Redo2, Undo2 } from '#browser/ui/icons/rare-icon-paths.ts'
import type { UndoHistory } from './undo-history.ts'

/** Undo and redo, with their keys. In a text field the keys are the browser's own, which undo what was typed there. */
export function UndoButtons({ history }: { history: UndoHistory }) {
  const { done, undone } = useStore(history.$steps)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase()
      const isUndo = key === 'z' && !event.shiftKey
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !(isUndo || isRedo)) return
      if (
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, dialog, [contenteditable]')
      )
        return
      event.preventDefault()
      void (isUndo ? history.undo() : history.redo())
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [history])
  const [last, next] = [done.at(-1), undone.at(-1)]
  return (
    <>
      <Button
        size="s"
        kind="quiet"
        icon={Undo2}
        disabled={last === undefined}
        title={last && `Undo: ${last.words} (Ctrl+Z)`}
        onClick={history.undo}
      >
        Undo
      </Button>
      <Button
        size="s"
        kind="quiet"
        icon={Redo2}
        disabled={next === undefined}
        title={next && `Redo: ${next.words} (Ctrl+Y)`}
        onClick={history.redo}
      >
        Redo
      </Button>
    </>
  )
}
