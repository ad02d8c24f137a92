import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { readStored, writeStored } from '#lib/web-storage.ts'

/** What was typed in this page, by name. */
const $typed = atom<Record<string, string>>({})

/**
 * A text whose field unmounts while it is being typed, as beside a cell. It survives a reload of the tab; sending it sets it to ''.
 */
export function useKeptText(of: string): [text: string, keep: (text: string) => void] {
  const name = `typed ${of}`
  const text = useStore($typed)[name] ?? readStored('sessionStorage', name) ?? ''
  const keep = (typed: string): void => {
    $typed.set({ ...$typed.get(), [name]: typed })
    // Without storage the text is lost only on a reload.
    writeStored('sessionStorage', name, typed || null)
  }
  return [text, keep]
}
