/** What a person can see of an address, role and state: its picture in each window, or why there is none. */
export interface Picture {
  address: string
  role: string
  state: string
  /** By window. */
  files: Record<string, string>
  fault?: string
}

const escape = (text: string): string => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)

const option = (value: string, text: string): string =>
  `<option value="${escape(value)}">${escape(text)}</option>`

const wordsOf = (text: string): string[] => text.split(/[^a-z]+/).filter(word => word.length > 3)

/** The drawing whose name shares most words with the address; empty for none. */
function drawingOf(address: string, drawings: readonly string[]): string {
  const words = wordsOf(address)
  const shared = (file: string): number =>
    wordsOf(file.replace(/^drawing-/, '')).filter(word => words.some(one => one.startsWith(word))).length
  const [best] = drawings.toSorted((one, other) => shared(other) - shared(one) || one.length - other.length)
  return best !== undefined && shared(best) > 0 ? best : ''
}

const titleOf = ({ address, role, state, fault }: Picture): string =>
  `${address} · ${role} · ${state}${fault === undefined ? '' : ' · no picture'}`

const figures = ({ files, fault }: Picture): string =>
  fault === undefined
    ? Object.entries(files)
        .map(
          ([window, file]) =>
            `<figure><figcaption>${escape(window)}</figcaption><img loading="lazy" src="${escape(file)}" alt=""></figure>`
        )
        .join('')
    : `<p>${escape(fault)}</p>`

const style = `
body { font: 14px/20px system-ui, sans-serif; margin: 0; color: #18202c; background: #f6f7f9 }
header { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 12px; align-items: center; padding: 8px 12px; background: #fff; border-bottom: 1px solid #c3cad5 }
select { max-width: 40vw; font: inherit }
section, #beside { display: flex; gap: 12px; padding: 12px; align-items: flex-start }
section[hidden], #beside[hidden] { display: none }
figure { margin: 0; min-width: 0 } figure:first-child { flex: 3 } figure:nth-child(2) { flex: 1 }
figcaption { color: #465163 }
img { max-width: 100%; border: 1px solid #c3cad5; background: #fff }`

const script = `
const byId = id => document.getElementById(id)
const [screen, drawing, beside, right, count] = ['screen', 'drawing', 'beside', 'right', 'count'].map(byId)
const sections = [...document.querySelectorAll('section')]
function drawings() {
  beside.hidden = drawing.value === ''
  if (drawing.value) right.src = drawing.value
}
function show() {
  sections.forEach((section, at) => { section.hidden = at !== screen.selectedIndex })
  drawing.value = sections[screen.selectedIndex].dataset.drawing
  drawings()
  count.textContent = screen.selectedIndex + 1 + ' of ' + screen.length
  history.replaceState(null, '', '#' + screen.selectedIndex)
}
addEventListener('keydown', event => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!step || event.target.closest('select')) return
  screen.selectedIndex = (screen.selectedIndex + step + screen.length) % screen.length
  show()
})
screen.onchange = show
drawing.onchange = drawings
screen.selectedIndex = Number(location.hash.slice(1)) || 0
show()`

/** One page to leaf through with the arrow keys: each screen in every window, and below them the drawing that fits its address, or another one. */
export const screenshotsPage = (
  pictures: readonly Picture[],
  drawings: readonly string[]
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Every screen</title>
<style>${style}</style>
<header>
<label>Screen <select id="screen">${pictures.map((picture, index) => option(String(index), titleOf(picture))).join('')}</select></label>
<label>Drawing <select id="drawing"><option value="">none</option>${drawings.map(file => option(file, file.replace(/^drawing-|\.png$/g, ''))).join('')}</select></label>
<span id="count"></span> ← and → leaf
</header>
<main>
${pictures.map(picture => `<section data-drawing="${escape(drawingOf(picture.address, drawings))}">${figures(picture)}</section>`).join('\n')}
<div id="beside" hidden><figure><figcaption>Drawing</figcaption><img id="right" alt=""></figure></div>
</main>
<script>${script}
</script>
</html>
`
