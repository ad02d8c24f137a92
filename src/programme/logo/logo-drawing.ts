import type { MarkupFault, Tag } from './markup.ts'

// Checks that a logo is a picture: well-formed XML, with something visible, and not more than a browser can
// draw.

interface Element {
  tag: Tag
  children: Element[]
}

const MAX_SHAPES = 2000

/** Referenced by other elements; not drawn in place. */
const UNDRAWN_ELEMENTS = new Set([
  'defs',
  'symbol',
  'clipPath',
  'mask',
  'pattern',
  'linearGradient',
  'radialGradient',
  'title',
  'desc'
])

/** The attributes that a shape needs to be visible. */
const SHAPES: Record<string, readonly string[]> = {
  path: ['d'],
  rect: ['width', 'height'],
  circle: ['r'],
  ellipse: [],
  line: [],
  polyline: ['points'],
  polygon: ['points'],
  text: [],
  use: []
}

const attributeValue = (tag: Tag, name: string): string | undefined =>
  tag.attributes.find(it => it.name === name)?.value

function elementsOf(tags: readonly Tag[]): Element[] {
  const roots: Element[] = []
  const open: Element[] = []
  for (const tag of tags) {
    if (tag.kind === 'close') {
      open.pop()
      continue
    }
    const element = { tag, children: [] }
    ;(open.at(-1)?.children ?? roots).push(element)
    if (tag.kind === 'open') open.push(element)
  }
  return roots
}

const elementTree = (element: Element): Element[] => [element, ...element.children.flatMap(elementTree)]

/** XML is not HTML: a browser shows a broken image for any of these. */
function formFaults(svg: string, root: Element, others: readonly Element[]): MarkupFault[] {
  const faults: MarkupFault[] = others.map(({ tag }) => ({
    offset: tag.offset,
    message: `<${tag.name}> is outside of the <svg>`
  }))
  const end = svg.lastIndexOf('>') + 1
  const outside = (from: number, to: number) =>
    svg
      .slice(from, to)
      .replace(/<!--[^]*?-->|<\?[^]*?\?>/g, '')
      .trim() !== ''
  if (outside(0, root.tag.offset)) faults.push({ offset: 0, message: 'there is text before the <svg>' })
  if (outside(end, svg.length)) faults.push({ offset: end, message: 'there is text after the </svg>' })
  return [
    ...faults,
    ...elementTree(root).flatMap(({ tag }) => attributeFaults(tag)),
    ...prefixFaults(root, new Set(['xml', 'xmlns']))
  ]
}

function attributeFaults({ attributes }: Tag): MarkupFault[] {
  const names = attributes.map(it => it.name)
  return attributes
    .filter(({ name }, index) => names.indexOf(name) < index)
    .map(({ name, offset }) => ({ offset, message: `"${name}" occurs twice in one element` }))
}

function prefixFaults({ tag, children }: Element, outer: ReadonlySet<string>): MarkupFault[] {
  const own = tag.attributes.flatMap(({ name }) => (name.startsWith('xmlns:') ? [name.slice(6)] : []))
  const known = new Set([...outer, ...own])
  const used = [{ name: tag.name, offset: tag.offset }, ...tag.attributes].filter(it => it.name.includes(':'))
  const unknown = used.filter(({ name }) => !known.has(name.split(':')[0] ?? ''))
  return [
    ...unknown.map(({ name, offset }) => ({
      offset,
      message: `the <svg> does not say what "${name.split(':')[0]}:" means (xmlns:${name.split(':')[0]} is missing)`
    })),
    ...children.flatMap(child => prefixFaults(child, known))
  ]
}

const isZero = (text: string): boolean => /^0*(\.0*)?(px|%)?$/.test(text.trim())

/** The fill and stroke of a shape: its own, or inherited. */
interface Paint {
  fill: string
  stroke: string
}

/** A style wins over an attribute. */
function paintOf(tag: Tag, outer: Paint): Paint {
  const style = attributeValue(tag, 'style') ?? ''
  const own = (name: keyof Paint): string =>
    new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`).exec(style)?.[1] ??
    attributeValue(tag, name) ??
    outer[name]
  return { fill: own('fill'), stroke: own('stroke') }
}

const isPaint = (paint: string): boolean => !/^\s*(none|transparent)\s*$/i.test(paint)

const isVisibleElement = (element: Element, outer: Paint): boolean => {
  const { tag, children } = element
  if (
    UNDRAWN_ELEMENTS.has(tag.name) ||
    attributeValue(tag, 'display') === 'none' ||
    isZero(attributeValue(tag, 'opacity') ?? '1')
  )
    return false
  const needed = SHAPES[tag.name]
  const paint = paintOf(tag, outer)
  if (needed === undefined) return children.some(child => isVisibleElement(child, paint))
  // A referenced element may have its own fill and stroke.
  const isPainted = tag.name === 'use' || isPaint(paint.fill) || isPaint(paint.stroke)
  return isPainted && needed.every(name => !isZero(attributeValue(tag, name) ?? ''))
}

const fragmentId = (text: string): string => text.trim().replace(/^#/, '')

/** The elements that this one shows or paints with, by id. */
const referredIds = ({ tag }: Element): string[] =>
  tag.attributes.flatMap(({ name, value }) =>
    /(^|:)href$/.test(name)
      ? [fragmentId(value)]
      : [...value.matchAll(/url\(\s*['"]?#([^)'"]+)/g)].map(match => match[1]?.trim() ?? '')
  )

/** Limits the number of elements that a browser has to draw; referenced ones count each time. */
function costFault(root: Element): MarkupFault | undefined {
  const byId = new Map(
    elementTree(root).flatMap(element =>
      attributeValue(element.tag, 'id') === undefined
        ? []
        : [[attributeValue(element.tag, 'id') ?? '', element] as const]
    )
  )
  const costs = new Map<Element, number>()
  const cost = (element: Element): number => {
    const known = costs.get(element)
    if (known !== undefined) return known
    // Infinite until computed, so that a cycle has no end.
    costs.set(element, Infinity)
    const parts = [...element.children, ...referredIds(element).flatMap(id => byId.get(id) ?? [])]
    const sum = parts.reduce((total, part) => total + cost(part), 1)
    costs.set(element, sum)
    return sum
  }
  if (cost(root) <= MAX_SHAPES) return undefined
  const referring = elementTree(root).filter(it => referredIds(it).length > 0)
  const endless = referring.find(it => cost(it) === Infinity)
  const heaviest = endless ?? referring.toSorted((a, b) => cost(b) - cost(a))[0] ?? root
  return {
    offset: heaviest.tag.offset,
    message: endless
      ? `<${heaviest.tag.name}> refers back to itself`
      : `<${heaviest.tag.name}> draws more than ${MAX_SHAPES} shapes through references`
  }
}

/** Why a drawing is not visible; only for well-formed tags. */
export function drawingFaults(svg: string, tags: readonly Tag[]): MarkupFault[] {
  const [root, ...others] = elementsOf(tags)
  if (root === undefined) return []
  const faults = formFaults(svg, root, others)
  const cost = costFault(root)
  if (cost !== undefined) faults.push(cost)
  const [, , width = '1', height = '1'] = (attributeValue(root.tag, 'viewBox') ?? '').trim().split(/[\s,]+/)
  if (isZero(width) || isZero(height))
    faults.push({ offset: root.tag.offset, message: 'the viewBox has no size, so the logo shows nothing' })
  else if (!isVisibleElement(root, { fill: 'black', stroke: 'none' }))
    faults.push({
      offset: root.tag.offset,
      message: 'the logo shows nothing: there is no shape with a colour in it'
    })
  return faults
}
