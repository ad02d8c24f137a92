// Reorders entries of a list by mouse and keyboard: drag an entry onto another, or press Alt and an arrow.

import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { moveEntry, orderWithHidden } from '#browser/questionnaire-builder/parts.ts'
import { indexAfter } from '#browser/ui/focus/arrow-keys.ts'

interface Reorder {
  ids: readonly number[]
  /** Rows of a list move up and down, columns left and right. */
  direction: 'vertical' | 'horizontal'
  /** Takes what makes the new order of the order before, with the entries that are not shown. Resolves when the list is rendered in it. */
  onOrder: (reorder: (all: readonly number[]) => number[]) => Promise<unknown>
}

/** Moving an element in the page removes its focus. */
async function keepFocus(change: () => Promise<unknown>): Promise<void> {
  const { activeElement } = document
  await change()
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && activeElement instanceof HTMLElement)
      activeElement.focus()
  })
}

/** The props of a movable entry; each list has its own type of dragged data, so that nothing can be dropped into another list. */
export function useReorder({ ids, direction, onOrder }: Reorder) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const reorder = (id: number, target: (shown: readonly number[]) => number) =>
    onOrder(all => {
      const shown = all.filter(one => ids.includes(one))
      return orderWithHidden(all, moveEntry(shown, shown.indexOf(id), target(shown)))
    })
  const move = (id: number, by: number) => {
    const to = ids.indexOf(id) + by
    if (to >= 0 && to < ids.length) void keepFocus(() => reorder(id, shown => shown.indexOf(id) + by))
  }
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  const propsOf = (id: number) => ({
    draggable: true,
    'data-over': over === id && dragged !== id ? true : undefined,
    onDragStart: (event: DragEvent) => {
      event.stopPropagation()
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', String(id))
      setDragged(id)
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      setOver(id)
    },
    onDrop: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      event.stopPropagation()
      if (dragged !== id) void reorder(dragged, shown => shown.indexOf(id))
      end()
    },
    onDragEnd: end,
    onKeyDown: (event: KeyboardEvent) => {
      const from = ids.indexOf(id)
      const to = indexAfter(event.key, from, ids.length, { axis: direction, hasEnds: false })
      if (!event.altKey || to === null) return
      event.preventDefault()
      event.stopPropagation()
      if (to !== from) move(id, to - from)
    }
  })
  return { propsOf, move }
}
