export interface Picture {
  address: string
  role: string
  state: string
  window: string
  file: string
}

const escape = (text: string): string => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)

const option = (value: string, text: string): string =>
  `<option value="${escape(value)}">${escape(text)}</option>`

/** One page: a picture chosen from a list, or by the arrow keys, beside a drawing. */
export const lookPage = (
  pictures: readonly Picture[],
  drawings: readonly string[]
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Every screen</title>
<style>
body { font: 14px/20px system-ui, sans-serif; margin: 0; color: #18202c; background: #f6f7f9 }
header { position: sticky; top: 0; display: flex; gap: 12px; align-items: center; padding: 8px 12px; background: #fff; border-bottom: 1px solid #c3cad5 }
select { max-width: 44vw; font: inherit }
main { display: flex; gap: 12px; padding: 12px; align-items: flex-start }
img { max-width: 100%; border: 1px solid #c3cad5; background: #fff } figure { flex: 1; margin: 0; min-width: 0 }
</style>
<header>
<label>Screen <select id="screen">${pictures.map(({ file, address, role, state, window }) => option(file, `${address} · ${role} · ${state} · ${window}`)).join('')}</select></label>
<label>Drawing <select id="drawing"><option value="">none</option>${drawings.map(file => option(file, file.replace(/^drawing-|\.png$/g, ''))).join('')}</select></label>
<span id="count"></span> ← and → leaf
</header>
<main><figure><img id="left" alt="The screen"></figure><figure id="beside" hidden><img id="right" alt="The drawing"></figure></main>
<script>
const [screen, drawing, left, right, beside, count] = ['screen', 'drawing', 'left', 'right', 'beside', 'count'].map(id => document.getElementById(id))
function show() {
  left.src = screen.value
  beside.hidden = drawing.value === ''
  if (drawing.value) right.src = drawing.value
  count.textContent = screen.selectedIndex + 1 + ' of ' + screen.length
}
addEventListener('keydown', event => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!step || event.target.closest('select')) return
  screen.selectedIndex = (screen.selectedIndex + step + screen.length) % screen.length
  show()
})
screen.onchange = drawing.onchange = show
show()
</script>
</html>
`
