// A section's form in a page, typed into as a person does.

import { act, fireEvent, render, screen } from '@testing-library/react'
import { SectionEngine } from '#browser/section/section-engine.ts'
import { openDrafts } from '#browser/section/sync/drafts.ts'
import { tableTools } from '#browser/section/table/form-events.ts'
import { LastFiguresSwitch } from '#browser/section/table/last-figures-switch.tsx'
import type {
  MatchedPaste,
  OversizedPaste,
  PasteOutcome,
  PasteReport
} from '#browser/section/table/paste/paste-report.ts'
import { SectionForm } from '#browser/section/table/section-form.tsx'
import type { Question, SectionQuestions } from '#contract/questionnaires.ts'
import { handTiming } from './manual-timing.ts'
import { noOtherTabs } from './no-other-tabs.ts'
import { aGrid, aSection } from './questions.ts'
import { sectionServer } from './section-server.ts'
import { disk } from './section-visit.ts'

let visits = 0

export async function showForm(section: SectionQuestions) {
  const server = sectionServer(section)
  const timing = handTiming(0, disk)
  const reports: PasteReport[] = []
  const oversized: OversizedPaste[] = []
  const matched: MatchedPaste[] = []
  const commented: [key: string, text: string][] = []
  const name = `form-${(visits += 1)}`
  let ids = 0
  const engine = new SectionEngine({
    section: await server.as().read(),
    drafts: openDrafts({ programmeCode: 'wards', user: name, submissionId: 1, sectionId: 3 }, timing.now),
    tabs: noOtherTabs,
    timing,
    newId: () => `${name}-${(ids += 1)}`,
    send: async (_, id, answers) => server.save(id, answers),
    fetchSection: async () => ({ ok: true, value: await server.as().read() })
  })
  const onPasted = (outcome: PasteOutcome): void => {
    if ('pasted' in outcome) reports.push(outcome)
    else if ('match' in outcome) matched.push(outcome)
    else oversized.push(outcome)
  }
  // As for whoever has been in the table for a moment.
  await tableTools.load()
  const onComment = (...begun: [key: string, text: string]): void => void commented.push(begun)
  const { unmount } = render(
    <SectionForm
      engine={engine}
      onPasted={onPasted}
      onComment={onComment}
      aside={table => <LastFiguresSwitch table={table} />}
    />
  )
  /** As the user does who agrees with what was recognised. */
  const pasteByName = (): void => act(() => matched.splice(0).forEach(one => reports.push(one.paste())))
  return {
    engine,
    reports,
    oversized,
    matched,
    commented,
    pasteByName,
    server,
    unmount,
    pass: (ms: number) => act(() => timing.pass(ms))
  }
}

/** A grid of one kind of cell, with the focus in the first. */
export async function showGrid(rows = 3, columns = 3, question: Partial<Question> = {}) {
  const form = await showForm(aSection(aGrid(rows, columns, { question })))
  const first = document.getElementById('cell-1:1:1')!
  focus(first)
  return {
    ...form,
    first,
    texts: () => [...form.engine.store.keys()].map(key => form.engine.store.get(key).text)
  }
}

export const field = (name: string): HTMLInputElement => screen.getByRole('textbox', { name })
export const focus = (element: HTMLElement): void => act(() => element.focus())
export const type = (element: HTMLElement, value: string): void =>
  void fireEvent.input(element, { target: { value } })
export const press = (key: string, more: object = {}): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
export const focused = (): string | null => document.activeElement?.getAttribute('aria-label') ?? null

/** Fires a clipboard event with these contents by type and returns them as they are afterwards. */
export function fireClipboard(
  name: 'copy' | 'cut' | 'paste',
  element: HTMLElement,
  contents: Record<string, string> = {}
): Record<string, string> {
  const event = new Event(name, { bubbles: true, cancelable: true })
  Reflect.set(event, 'clipboardData', {
    types: Object.keys(contents),
    getData: (format: string) => contents[format] ?? '',
    setData: (format: string, text: string) => (contents[format] = text)
  })
  act(() => void element.dispatchEvent(event))
  return contents
}

export const paste = (element: HTMLElement, text: string): void =>
  void fireClipboard('paste', element, { 'text/plain': text })

const KEYS_OF_TEXT: Record<string, (text: string, from: number, to: number) => [string, number]> = {
  Backspace: (text, from, to) => cutText(text, from === to ? Math.max(0, from - 1) : from, to),
  Delete: (text, from, to) => cutText(text, from, from === to ? to + 1 : to)
}
const cutText = (text: string, from: number, to: number): [string, number] => [
  text.slice(0, from) + text.slice(to),
  from
]
const CARETS: Record<string, (text: string, from: number, to: number) => number> = {
  ArrowLeft: (_, from, to) => (from === to ? Math.max(0, from - 1) : from),
  ArrowRight: (text, from, to) => (from === to ? Math.min(text.length, to + 1) : to),
  ArrowUp: () => 0,
  ArrowDown: text => text.length,
  Home: () => 0,
  End: text => text.length
}

/** Presses keys: what the form does not handle, the browser applies to the text field. */
export function strokeKeys(...keys: (string | [key: string, modifiers: object])[]): void {
  for (const stroke of keys) {
    const [key, modifiers] = typeof stroke === 'string' ? [stroke, {}] : stroke
    const target = document.activeElement ?? document.body
    const isLeft = fireEvent.keyDown(target, { key, ...modifiers })
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (isLeft && isText && target === document.activeElement) doAsBrowser(target, key, modifiers)
  }
}

function doAsBrowser(input: HTMLInputElement | HTMLTextAreaElement, key: string, modifiers: object): void {
  const { value } = input
  const [from, to] = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
  const caret = CARETS[key]?.(value, from, to)
  if (caret !== undefined) return input.setSelectionRange('shiftKey' in modifiers ? from : caret, caret)
  if ('ctrlKey' in modifiers) return
  const typed: [string, number] = [value.slice(0, from) + key + value.slice(to), from + key.length]
  const [text, end] = KEYS_OF_TEXT[key]?.(value, from, to) ?? (key.length === 1 ? typed : [value, from])
  if (text === value) return
  type(input, text)
  input.setSelectionRange(end, end)
}
