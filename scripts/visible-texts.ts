// Finds every text that a person can see: on screens, in emails, files and error messages. Reads the source,
// so that each has a file and a line; tests/architecture/texts.test.ts keeps banned words out.

import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

export interface VisibleText {
  file: string
  line: number
  text: string
}

/** Attributes and properties whose strings are names, styles or formats, never words for people. */
const NEVER_VISIBLE =
  /^(class|className|\w+Class|style|id|key|type|role|href|rel|to|d|fill|stroke|path|viewBox|autoComplete|inputMode|htmlFor|form|is|kind|tone|size|state|font|family|transform|method|access|\w+_type|sql|pattern)$/

/** Calls whose strings reach programmers only, or are not words at all. */
const NEVER_READ =
  /^(invariant|Error|RegExp|querySelector\w*|closest|matches|getElementById|createElement|addEventListener|split|join|startsWith|endsWith|includes|indexOf|replaceAll|replace|onRef|ref|where|select|selectFrom|selectAll|innerJoin|leftJoin|orderBy|updateTable|insertInto|deleteFrom|lockRow|columns|header|setAttribute|getAttribute|register|create|run|index)$/

const CSS = /(^|\s)-?[a-z]+(-[\w[\]./%#()]+)+(\s|$)|[a-z]:[a-z[]|\[&|^[MmLl][\d. ]|&::|;\s*$/u

/** 'Sub-section' and 'the sub-section is' have a hyphen as classes do; no list of classes has a word with a capital, or ends as a sentence does. */
const readsAsSentence = (text: string): boolean => /^\p{Lu}\p{Ll}*[\s’]|\s\p{L}+[.?!]$/u.test(text)

/** Words for people begin with a capital or have several words, none of which looks like a CSS class. */
const looksLikeText = (text: string): boolean =>
  /\p{L}{2}/u.test(text) &&
  !/^[\w./:#*{}@-]+$/u.test(text.replace(/^\p{Lu}\p{Ll}+$/u, ' ')) &&
  (readsAsSentence(text) || !CSS.test(text))

const isNameOrSentence = (text: string): boolean => /^\p{Lu}\p{Ll}+$/u.test(text) || /\s/u.test(text.trim())

/** A template's text with its variable parts as dots. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return node.text.replaceAll(/\s+/g, ' ').trim()
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(span => `…${span.literal.text}`).join('')
  return undefined
}

/** Types, imports, keys and values that are compared. */
function isCode(node: ts.Node): boolean {
  const { parent } = node
  return (
    ts.isTaggedTemplateExpression(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isCaseClause(parent) ||
    (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  )
}

/** Whether a node hides the text that it contains; undefined if its parent decides. */
function isHiddenBy(above: ts.Node): boolean | undefined {
  if (ts.isJsxAttribute(above) || ts.isPropertyAssignment(above))
    return NEVER_VISIBLE.test(above.name.getText())
  if (ts.isCallExpression(above) || ts.isNewExpression(above)) {
    const { expression } = above
    return NEVER_READ.test(
      ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
    )
  }
  if (ts.isVariableDeclaration(above))
    return /^[a-z]*(Class|classes|columns|fields)$/i.test(above.name.getText())
  return ts.isFunctionLike(above) || ts.isSourceFile(above) ? false : undefined
}

function isHidden(node: ts.Node): boolean {
  if (isCode(node)) return true
  let above = node.parent
  while (isHiddenBy(above) === undefined) above = above.parent
  return isHiddenBy(above) ?? false
}

export function textsOf(file: string, source: string): VisibleText[] {
  const tree = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  )
  const found: VisibleText[] = []
  const visit = (node: ts.Node): void => {
    const text = textOf(node)
    const isText = text !== undefined && (ts.isJsxText(node) ? /\p{L}/u.test(text) : looksLikeText(text))
    if (isText && (ts.isJsxText(node) || (isNameOrSentence(text) && !isHidden(node))))
      found.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Screens, messages of the server and of the commands. Demo data and migrations hold content, not the product's own words. */
export const visibleTexts = (): VisibleText[] =>
  globSync(['src/**/*.{ts,tsx}', 'scripts/*.ts'])
    .toSorted()
    .filter(file => !/^src\/(demo|server\/database)\//.test(file))
    .flatMap(file => textsOf(file, readFileSync(file, 'utf8')))
