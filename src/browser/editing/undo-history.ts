// Undo and redo for the builders. A step that has been undone is replaced by its inverse, which redo runs, and the other way round.

import { atom, type ReadableAtom } from 'nanostores'
import { showToast } from '#browser/stores/toasts.ts'
import type { Result } from '#lib/result.ts'
import { explainRefusal } from '#lib/text/refusal-text.ts'

export interface UndoStep {
  /** What was done, as it follows 'Undo:'. */
  words: string
  /** Takes it back. Returns the step that takes back this. */
  revert: () => Promise<Result<UndoStep>>
}

export interface UndoSteps {
  /** The last first to be undone stands last. */
  done: readonly UndoStep[]
  undone: readonly UndoStep[]
}

export interface UndoHistory {
  $steps: ReadableAtom<UndoSteps>
  /** Records a step. */
  record: (step: UndoStep) => void
  undo: () => Promise<void>
  redo: () => Promise<void>
  clear: () => void
}

/** Why a step is refused that would overwrite a newer change. */
export const CHANGED_SINCE = 'Someone else has changed this since.'

const MAX_STEPS = 50
const NO_STEPS: UndoSteps = { done: [], undone: [] }
const revertOutcomes = { done: ['undone', 'Undone'], undone: ['done', 'Redone'] } as const

export interface UndoOptions {
  /** Whether steps that follow each other in one text field are one step. */
  joinsTyping?: boolean
  /** Runs an undo or a redo in its turn: what was done before is recorded by then. */
  inTurn?: (work: () => Promise<void>) => Promise<unknown>
}

/** The steps of one builder in this visit. One that fails stays, unless it would overwrite a newer change. */
export function createUndoHistory({
  joinsTyping = false,
  inTurn = work => work()
}: UndoOptions = {}): UndoHistory {
  const $steps = atom(NO_STEPS)
  let isRunning = false
  let typed: { step: UndoStep; field: Element } | null = null

  const revertLast = async (side: 'done' | 'undone'): Promise<void> => {
    if (isRunning) return
    isRunning = true
    try {
      await inTurn(() => revertStep(side))
    } finally {
      isRunning = false
    }
  }

  const revertStep = async (side: 'done' | 'undone'): Promise<void> => {
    const step = $steps.get()[side].at(-1)
    if (step === undefined) return
    const result = await step.revert()
    const [otherSide, verb] = revertOutcomes[side]
    const steps = $steps.get()
    // Cleared meanwhile, it is not put back.
    if (!steps[side].includes(step)) return
    if (result.ok || result.error === CHANGED_SINCE)
      $steps.set({
        ...steps,
        [side]: steps[side].filter(one => one !== step),
        ...(result.ok && { [otherSide]: [...steps[otherSide], result.value] })
      })
    if (result.ok) showToast({ text: `${verb}: ${step.words}.`, status: 'success' })
    else
      showToast({
        text: `This could not be ${verb.toLowerCase()}. ${explainRefusal(result.error)}`,
        status: 'error'
      })
  }

  const record = (step: UndoStep): void => {
    const { done, undone } = $steps.get()
    const field = joinsTyping ? focusedTextField() : null
    const isSameField = field !== null && field === typed?.field && done.at(-1) === typed.step
    if (isSameField && undone.length === 0) return
    typed = field && { step, field }
    $steps.set({ done: [...done, step].slice(-MAX_STEPS), undone: [] })
  }

  return {
    $steps,
    record,
    undo: () => revertLast('done'),
    redo: () => revertLast('undone'),
    clear: () => $steps.set(NO_STEPS)
  }
}

const focusedTextField = (): Element | null =>
  document.activeElement?.closest('textarea, [contenteditable], input:not([type=checkbox], [type=radio])') ??
  null
