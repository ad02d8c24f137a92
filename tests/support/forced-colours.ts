import type { Page } from '@playwright/test'

/** What shows a state, and its relatives among which are those without it. */
const STATES = {
  selected: { has: '[aria-selected=true]', kin: '[aria-selected]' },
  current: { has: '[aria-current]:not([aria-current=false])', kin: 'a, button, li' },
  pressed: { has: '[aria-pressed=true]', kin: '[aria-pressed]' },
  checked: { has: '.ring-around:has(> input:checked)', kin: '.ring-around:has(> input)' },
  invalid: { has: '[aria-invalid=true]', kin: 'input, select, textarea' },
  sorted: { has: '[aria-sort]:not([aria-sort=none])', kin: 'th, [role=columnheader]' },
  'required and empty': { has: '.entry-grid .required', kin: '.entry-grid [role=gridcell]' },
  'not saved': { has: '.entry-grid [data-saving]', kin: '.entry-grid [role=gridcell]' }
} as const

/**
 * States that cannot be seen: elements that have one but are drawn exactly like their nearest relative without it. Meant for forced colours
 * (`page.emulateMedia({ forcedColors: 'active' })`), where backgrounds, gradients and shadows disappear, but correct in any mode. A line, an outline,
 * a weight, an underline, a colour that the mode keeps, a drawing or a word shows a state.
 */
export function lostStates(page: Page): Promise<string[]> {
  const states = Object.entries(STATES).map(([name, { has, kin }]) => ({ name, has, kin }))
  return page.evaluate(findInPage, states)
}

/**
 * Text that cannot be read in forced colours: the browser draws a plate of the page's colour behind text, so text of that colour disappears unless
 * its element adjusts its own colours.
 */
export const plateTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    if (!matchMedia('(forced-colors: active)').matches) return []
    const probe = document.createElement('i')
    probe.style.color = 'Canvas'
    document.body.append(probe)
    const plate = getComputedStyle(probe).color
    probe.remove()
    const gone = [...document.querySelectorAll('body *')].filter(element => {
      const isText = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim())
      const style = getComputedStyle(element)
      return isText && style.color === plate && style.getPropertyValue('forced-color-adjust') === 'auto'
    })
    return gone
      .filter(element => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map(element => `${element.localName} “${element.textContent.trim().slice(0, 40)}”: nobody reads it`)
  })

// Runs in the page, so it must be self-contained.
function findInPage(states: { name: string; has: string; kin: string }[]): string[] {
  const isClear = (colour: string): boolean => /^rgba\(.*, 0\)$|^transparent$/.test(colour)
  const groundOf = (from: Element | null): string => {
    for (let element = from; element !== null; element = element.parentElement) {
      const { backgroundColor } = getComputedStyle(element)
      if (!isClear(backgroundColor)) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }
  const linesOf = (style: CSSStyleDeclaration): string[] =>
    (['Top', 'Right', 'Bottom', 'Left'] as const).map(side => {
      const width = style[`border${side}Width`]
      return width === '0px' ? '' : `${width} ${style[`border${side}Style`]} ${style[`border${side}Color`]}`
    })
  /** Empty if it cannot be told from its background. */
  const paintOf = (style: CSSStyleDeclaration, ground: string): string[] => [
    ...linesOf(style),
    style.outlineStyle === 'none' ? '' : `${style.outlineStyle} ${style.outlineColor}`,
    isClear(style.backgroundColor) || style.backgroundColor === ground ? '' : style.backgroundColor,
    style.backgroundImage === 'none' ? '' : style.backgroundImage,
    style.boxShadow === 'none' ? '' : style.boxShadow
  ]
  const addedOf = (element: Element, pseudo: '::before' | '::after', ground: string): string => {
    const style = getComputedStyle(element, pseudo)
    if (style.content === 'none' || style.content === 'normal' || style.display === 'none') return ''
    return [...paintOf(style, ground), style.content === '""' ? '' : style.content].join('')
  }
  const drawingsOf = (element: Element): string =>
    [...element.querySelectorAll('svg, svg *')]
      .map(part => {
        const { fill, stroke } = getComputedStyle(part)
        return `${part.tagName} ${fill} ${stroke} ${part.getAttribute('d') ?? ''}`
      })
      .join('|')
  const lookOf = (element: Element): string => {
    const style = getComputedStyle(element)
    const ground = groundOf(element.parentElement)
    const own = isClear(style.backgroundColor) ? ground : style.backgroundColor
    return [
      ...paintOf(style, ground),
      `${style.color} ${style.fontWeight} ${style.textDecorationLine}`,
      addedOf(element, '::before', own),
      addedOf(element, '::after', own),
      drawingsOf(element)
    ].join(' / ')
  }
  const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })
  const kindOf = (element: Element): string => `${element.tagName} ${element.getAttribute('role') ?? ''}`

  /** The nearest relative without the state, searched in ever larger parts of the page. */
  const relativeOf = (element: Element, { has, kin }: { has: string; kin: string }): Element | null => {
    for (let part = element.parentElement; part !== null; part = part.parentElement) {
      const found = [...part.querySelectorAll(kin)].find(
        other =>
          !other.matches(has) &&
          kindOf(other) === kindOf(element) &&
          isSeen(other) &&
          !other.contains(element)
      )
      if (found) return found
    }
    return null
  }
  return states.flatMap(state =>
    [...document.querySelectorAll(state.has)].filter(isSeen).flatMap(element => {
      // A focused element also has a ring.
      if (element === document.activeElement) return []
      const other = relativeOf(element, state)
      if (other === null || lookOf(element) !== lookOf(other)) return []
      const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
      return [`${element.tagName.toLowerCase()} “${name}”: nobody sees that it is ${state.name}`]
    })
  )
}
