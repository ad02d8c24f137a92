// The page's HTML carries the introduction already, proved at build. While the site configuration says the same, its nodes are shown again,
// so that nothing flickers and nothing that cleans HTML has to be loaded.

interface StaticIntroduction {
  title: string
  text: HTMLElement
}

/** What the static page says, or null where the page began at another address. */
export function readStaticIntroduction(): StaticIntroduction | null {
  const title = document.querySelector('#first-paint [data-introduction=title]')
  const text = document.querySelector<HTMLElement>('#first-paint [data-introduction=text]')
  return title && text ? { title: title.textContent, text } : null
}

/** Fills an element with copies of the static text. */
export function fillFrom(text: HTMLElement): (element: HTMLElement | null) => void {
  return element => element?.replaceChildren(...[...text.childNodes].map(node => node.cloneNode(true)))
}
