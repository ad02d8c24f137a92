// The browser features that built code and styles require, looked up in MDN's compatibility data. Features that the code tests for first (`x?.()`,
// `'x' in y`, `typeof x`, `if (x.y)`) are optional.

import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import { parseAst } from 'vite'
import type { BROWSERS } from '#sites/browsers.ts'

export type BrowserName = keyof typeof BROWSERS
export type Versions = Readonly<Record<BrowserName, string>>

/** A used feature, and the first version that supports it; null if a browser never did. */
export interface Need {
  name: string
  since: Record<BrowserName, string | null>
}

/** The key of MDN's compatibility data. */
const COMPAT = '__compat'

/** A branch of MDN's data: support for the feature itself, and its sub-features. */
interface Branch {
  [COMPAT]?: { support: Partial<Record<string, Support | readonly Support[]>> }
  [part: string]: unknown
}

interface Support {
  version_added: string | false
  version_removed?: string
  flags?: unknown
  prefix?: string
  alternative_name?: string
}

const data = bcd as unknown as {
  api: Branch
  css: Record<'properties' | 'at-rules' | 'selectors' | 'types', Branch>
  javascript: { builtins: Branch; regular_expressions: Branch }
}
const NAMES: readonly BrowserName[] = ['chrome', 'edge', 'firefox', 'safari', 'safari_ios']

const part = (branch: Branch | undefined, name: string): Branch | undefined =>
  branch !== undefined && Object.hasOwn(branch, name) ? (branch[name] as Branch) : undefined

/** Branches by a path such as `css.selectors.has`. */
export const compatibility = (path: string): Need => {
  const branch = path.split('.').reduce<Branch | undefined>(part, data as unknown as Branch)
  if (!branch?.[COMPAT]) throw new Error(`MDN's data has no ${path}.`)
  return needOf(path, branch)
}

export function compareVersions(one: string, other: string): number {
  const [a = [], b = []] = [one, other].map(text => text.split('.').map(Number))
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)
}

function firstVersion(support: Support | readonly Support[] | undefined): string | null {
  const statements = support === undefined ? [] : [support].flat()
  const versions = statements
    .filter(one => !one.version_removed && !one.flags && !one.prefix && !one.alternative_name)
    .flatMap(({ version_added: added }) => (typeof added === 'string' ? [added.replace('≤', '')] : []))
    .map(version => (version === 'preview' ? '9999' : version))
  return versions.toSorted(compareVersions)[0] ?? null
}

function needOf(name: string, branch: Branch): Need {
  const versions = NAMES.map(browser => [browser, firstVersion(branch[COMPAT]?.support[browser])])
  return { name, since: Object.fromEntries(versions) as Need['since'] }
}

/** The oldest supported browsers that lack it. */
export const missingIn = (floor: Versions, { since }: Need): BrowserName[] =>
  NAMES.filter(browser => {
    const version = since[browser]
    return version === null || compareVersions(version, floor[browser]) > 0
  })

/** Global objects that exist without being constructed, and their interfaces. */
const INSTANCES: Record<string, string> = {
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  crypto: 'Crypto',
  history: 'History',
  location: 'Location',
  performance: 'Performance'
}

/** The receiver of `x.member()` is unknown, so the methods of the language and of the page's main interfaces are considered. */
const RECEIVERS = [
  ...Object.keys(data.javascript.builtins).map(name => part(data.javascript.builtins, name)),
  ...[
    'Element',
    'HTMLElement',
    'HTMLDialogElement',
    'HTMLSelectElement',
    'HTMLInputElement',
    'Node',
    'Document'
  ].map(name => part(data.api, name))
]

const methods = new Map<string, Branch | undefined>()

/** Looked up once for each name: a large file calls the same few methods ten thousand times. */
function methodNamed(name: string): Branch | undefined {
  if (!methods.has(name)) methods.set(name, oldestMethod(name))
  return methods.get(name)
}

/** If several interfaces have the method, the one supported for longest. */
function oldestMethod(name: string): Branch | undefined {
  const since = (branch: Branch): string => firstVersion(branch[COMPAT]?.support['firefox']) ?? '9999'
  return RECEIVERS.flatMap((receiver): Branch[] => [part(receiver, name)].filter(one => one !== undefined))
    .filter(branch => branch[COMPAT])
    .toSorted((one, other) => compareVersions(since(one), since(other)))[0]
}

interface AstNode {
  type: string
  [field: string]: unknown
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && typeof (value as AstNode).type === 'string'

type OnNode = (node: AstNode, parent: AstNode | undefined) => void

function visit(node: AstNode, parent: AstNode | undefined, on: OnNode): void {
  on(node, parent)
  for (const child of Object.values(node)) {
    if (isNode(child)) visit(child, node, on)
    else if (Array.isArray(child)) for (const one of child) if (isNode(one)) visit(one, node, on)
  }
}

const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : ''

/** Whether the code only tests for its presence. */
function isAsked(node: AstNode, parent: AstNode | undefined): boolean {
  if (parent === undefined) return false
  if (parent.type === 'CallExpression') return parent['callee'] === node && parent['optional'] === true
  if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') return parent['test'] === node
  if (parent.type === 'LogicalExpression') return parent['left'] === node
  return parent.type === 'UnaryExpression' && ['!', 'typeof'].includes(String(parent['operator']))
}

class CodeNeeds {
  readonly #found = new Map<string, Need>()
  readonly #asked = new Set<string>()

  readonly read: OnNode = (node, parent) => {
    if (node.type === 'BinaryExpression' && node['operator'] === 'in')
      this.#asked.add(String((node['left'] as AstNode)['value']))
    if (node.type === 'NewExpression')
      this.#add(`new ${nameOf(node['callee'])}`, objectNamed(nameOf(node['callee'])))
    if (node.type === 'Identifier' && isAsked(node, parent)) this.#asked.add(nameOf(node))
    if (node.type === 'MemberExpression' && node['computed'] !== true) this.#member(node, parent)
  }

  #member(node: AstNode, parent: AstNode | undefined): void {
    const member = nameOf(node['property'])
    const object = nameOf(node['object'])
    const isCalled = parent?.type === 'CallExpression' && parent['callee'] === node
    if (isAsked(node, parent)) this.#asked.add(member)
    const known = objectNamed(object)
    if (known) this.#add(`${object}.${member}`, part(known, `${member}_static`) ?? part(known, member))
    else if (object in INSTANCES)
      this.#add(`${object}.${member}`, part(part(data.api, INSTANCES[object] ?? ''), member))
    else if (isCalled) this.#add(`.${member}()`, methodNamed(member))
  }

  #add(name: string, branch: Branch | undefined): void {
    if (branch?.[COMPAT] && !this.#found.has(name)) this.#found.set(name, needOf(name, branch))
  }

  get needs(): Need[] {
    return [...this.#found.values()].filter(
      ({ name }) => !this.#asked.has(/(\w+)(?:\(\))?$/.exec(name)?.[1] ?? '')
    )
  }
}

const objectNamed = (name: string): Branch | undefined =>
  part(data.javascript.builtins, name) ?? part(data.api, name)

/** The features that a file of code requires. */
export function needsOfCode(code: string): Need[] {
  const needs = new CodeNeeds()
  visit(parseAst(code) as unknown as AstNode, undefined, needs.read)
  return needs.needs
}

/** The features that a style sheet uses: properties, rules, pseudo-classes, functions. */
export function needsOfStyles(css: string): Need[] {
  const text = css.replaceAll(/\/\*[^]*?\*\/|\\./g, '').replaceAll(/"[^"]*"/g, '')
  const found = new Map<string, Need>()
  const read = (pattern: RegExp, prefix: string, branches: readonly (Branch | undefined)[]): void => {
    for (const [, name = ''] of text.matchAll(pattern))
      for (const branch of branches.map(one => part(one, name)))
        if (branch?.[COMPAT]) found.set(prefix + name, needOf(prefix + name, branch))
  }
  const { properties, selectors, types, 'at-rules': rules } = data.css
  read(/[{;]\s*([a-z-]+)\s*:/g, '', [properties])
  read(/@([a-z-]+)/g, '@', [rules])
  read(/::?([a-z-]+)(?=[^;{}]*\{)/g, ':', [selectors])
  read(/\b([a-z-]+)\(/g, '()', [types, ...Object.keys(types).map(name => part(types, name))])
  return [...found.values()]
}
