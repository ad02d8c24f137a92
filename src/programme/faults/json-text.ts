// The text of a JSON file with its syntax tree, so that every fault has a position.

import { findNodeAtLocation, parseTree, type Node, type ParseError } from 'jsonc-parser'
import { tooDeepAt } from '#lib/json-depth.ts'
import { isStorable } from '#lib/text/text-characters.ts'
import { lineStarts, textPosition, type Fault } from './fault.ts'
import { firstJsonFault } from './json-faults.ts'

/** Far deeper than any valid file; the parser and the checks are recursive. */
const MAX_FILE_DEPTH = 32

export class JsonText {
  readonly file: string
  readonly text: string
  readonly #errors: ParseError[] = []
  readonly #tree: Node | undefined
  readonly #tooDeepAt: number | null
  /** Where each line begins. */
  readonly #lines: number[]

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
    this.#lines = lineStarts(text)
    this.#tooDeepAt = tooDeepAt(text, MAX_FILE_DEPTH)
    if (this.#tooDeepAt !== null) return
    this.#tree = parseTree(text, this.#errors, { disallowComments: true, allowTrailingComma: false })
  }

  get isTooDeep(): boolean {
    return this.#tooDeepAt !== null
  }

  fault(offset: number, message: string, hint?: string): Fault {
    return {
      file: this.file,
      ...textPosition(this.#lines, offset),
      message,
      ...(hint !== undefined && { hint })
    }
  }

  /** An error at the value of a path, or at the deepest part of the path that exists. */
  faultAt(path: readonly (string | number)[], message: string, hint?: string): Fault {
    return this.fault(this.#nodeAt(path)?.offset ?? 0, message, hint)
  }

  /** An error at a field's name. */
  faultAtName(path: readonly (string | number)[], message: string, hint?: string): Fault {
    const node = this.#nodeAt(path)
    return this.fault(
      (node?.parent?.type === 'property' ? node.parent.offset : node?.offset) ?? 0,
      message,
      hint
    )
  }

  #nodeAt(path: readonly (string | number)[]): Node | undefined {
    if (this.#tree === undefined) return undefined
    for (let length = path.length; length > 0; length--) {
      const node = findNodeAtLocation(this.#tree, path.slice(0, length))
      if (node !== undefined) return node
    }
    return this.#tree
  }

  syntaxFaults(): Fault[] {
    if (this.text.startsWith('\ufeff'))
      return [this.fault(0, 'the file begins with a byte order mark', 'save it as UTF-8 without BOM')]
    if (this.text.trim() === '') return [this.fault(0, 'the file is empty')]
    if (this.#tooDeepAt !== null)
      return [
        this.fault(
          this.#tooDeepAt,
          `brackets are nested more than ${MAX_FILE_DEPTH} levels deep`,
          'close some of them earlier'
        )
      ]
    const first = firstJsonFault(this.text, this.#errors)
    if (first !== undefined) return [this.fault(first.offset, first.message, first.hint)]
    return [
      ...duplicateKeys(this.#tree).map(key => this.fault(key.offset, `duplicate key "${key.value}"`)),
      ...unstorableTexts(this.#tree).map(node =>
        this.fault(
          node.offset,
          node.value === '__proto__'
            ? '"__proto__" cannot be used as a name or a text'
            : 'this text contains half a character or a zero byte',
          'write it again'
        )
      )
    ]
  }
}

/** Names and values that sites and the database cannot store. */
function unstorableTexts(node: Node | undefined): Node[] {
  if (node === undefined) return []
  // JavaScript treats __proto__ specially and loses a property of that name.
  const isBad = node.type === 'string' && (!isStorable(node.value as string) || node.value === '__proto__')
  return [...(isBad ? [node] : []), ...(node.children ?? []).flatMap(unstorableTexts)]
}

function duplicateKeys(node: Node | undefined): Node[] {
  if (node === undefined) return []
  const keys = (node.type === 'object' ? (node.children ?? []) : []).flatMap(
    property => property.children?.slice(0, 1) ?? []
  )
  const seen = new Set<unknown>()
  const repeated = keys.filter(key => seen.size === seen.add(key.value).size)
  return [...repeated, ...(node.children ?? []).flatMap(duplicateKeys)]
}
