import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepRowNamesVisible } from '#browser/section/table/visible-row-names.ts'

// Two grids, each in a box that scrolls sideways, as in small windows.
beforeEach(() => {
  document.body.innerHTML = `<form>
    ${['one', 'two']
      .map(
        id => `<div id="${id}-box"><div id="${id}" role="grid"><div role="row">
          <div role="rowheader">Row</div><div role="gridcell"><input id="${id}-field" value="a long text"></div></div></div></div>`
      )
      .join('')}
  </form>`
})

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const element = (id: string): HTMLElement => document.getElementById(id)!

/** Scrolls sideways as far as a browser would say. */
function scroll(id: string, scrollLeft: number): void {
  Object.defineProperties(element(id), {
    scrollWidth: { value: 900, configurable: true },
    clientWidth: { value: 300, configurable: true },
    scrollLeft: { value: scrollLeft, configurable: true }
  })
  element(id).dispatchEvent(new Event('scroll'))
}

const namesOf = (id: string): string => {
  const { position, transform } = element(id).querySelector<HTMLElement>('[role=rowheader]')!.style
  return position || (transform === '' ? 'beside the cells' : 'moved')
}

test('a field that scrolls its own text moves no row name over the figures', () => {
  keepRowNamesVisible(document.querySelector('form')!)
  scroll('one-field', 40)
  expect([namesOf('one'), namesOf('two')]).toEqual(['beside the cells', 'beside the cells'])
})

test('names are placed each on its own, and neither the grid nor the cells beside them get another style', () => {
  keepRowNamesVisible(document.querySelector('form')!)
  const grid = element('one').outerHTML
  scroll('one-box', 120)
  expect(namesOf('one')).toBe('moved')
  const name = element('one').querySelector('[role=rowheader]')!
  name.removeAttribute('style')
  expect(element('one').outerHTML).toBe(grid)
})

test('the names of a grid stay beside it while its box scrolls, and those of others stay where they are', () => {
  const stop = keepRowNamesVisible(document.querySelector('form')!)
  scroll('one-box', 120)
  expect([namesOf('one'), namesOf('two')]).toEqual(['moved', 'beside the cells'])
  document.dispatchEvent(new Event('touchstart'))
  expect([namesOf('one'), namesOf('two')]).toEqual(['sticky', 'beside the cells'])
  scroll('two-box', 60)
  scroll('one-box', 0)
  expect([namesOf('one'), namesOf('two')]).toEqual(['beside the cells', 'sticky'])
  stop()
  scroll('one-box', 120)
  expect(namesOf('one')).toBe('beside the cells')
})

test('the name of a row that is added to a scrolled grid is placed as the others are', () => {
  let resize = (): void => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        resize = changed
      }
      observe(): void {}
      disconnect(): void {}
    }
  )
  const stop = keepRowNamesVisible(document.querySelector('form')!)
  scroll('one-box', 120)
  const [row] = element('one').children
  element('one').prepend(
    Object.assign(document.createElement('div'), { innerHTML: '<div role="rowheader">New</div>' })
  )
  resize()
  const added = element('one').querySelector<HTMLElement>('[role=rowheader]')!
  expect(added.textContent).toBe('New')
  expect(added.style.cssText).toBe(row!.querySelector<HTMLElement>('[role=rowheader]')!.style.cssText)
  expect(namesOf('one')).toBe('moved')
  stop()
})
