// The page's HTML already contains the introduction, sanitised at build time. While the site configuration
// says the same, its nodes are reused, so that nothing flickers and no sanitiser has to be loaded.

interface StaticIntroduction {
  title: string
  text: HTMLElement
}

/** The static page's text; null if the page was opened at another address. */
export function readStaticIntroduction(): StaticIntroduction | null {
  const title = document.querySelector('#first-paint [data-introduction=title]')
  const text = document.querySelector<HTMLElement>('#first-paint [data-introduction=text]')
  return title && text ? { title: title.textContent, text } : null
}

/** Fills an element with copies of the static text. */
export function fillFrom(text: HTMLElement): (element: HTMLElement | null) => void {
  return element => element?.replaceChildren(...[...text.childNodes].map(node => node.cloneNode(true)))
}
