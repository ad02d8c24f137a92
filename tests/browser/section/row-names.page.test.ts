import { afterEach, beforeEach, expect, test } from 'vitest'
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

afterEach(() => document.body.replaceChildren())

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

const namesOf = (id: string) => element(id).dataset['names']

test('a field that scrolls its own text moves no row name over the figures', () => {
  keepRowNamesVisible(document.querySelector('form')!)
  scroll('one-field', 40)
  expect([namesOf('one'), namesOf('two')]).toEqual([undefined, undefined])
})

test('names are moved each on its own, and the cells beside them keep their style', () => {
  keepRowNamesVisible(document.querySelector('form')!)
  const styles = () => [...element('one').querySelectorAll('*')].map(one => one.getAttribute('style'))
  scroll('one-box', 120)
  expect(styles()).toEqual([null, 'transform: translateX(0px);', null, null])
  document.dispatchEvent(new Event('touchstart'))
  expect(styles()).toEqual([null, null, null, null])
})

test('the names of a grid stay beside it while its box scrolls, and those of others stay where they are', () => {
  const stop = keepRowNamesVisible(document.querySelector('form')!)
  scroll('one-box', 120)
  expect([namesOf('one'), namesOf('two')]).toEqual(['moved', undefined])
  document.dispatchEvent(new Event('touchstart'))
  expect([namesOf('one'), namesOf('two')]).toEqual(['sticky', undefined])
  scroll('two-box', 60)
  scroll('one-box', 0)
  expect([namesOf('one'), namesOf('two')]).toEqual([undefined, 'sticky'])
  stop()
  scroll('one-box', 120)
  expect(namesOf('one')).toBeUndefined()
})
