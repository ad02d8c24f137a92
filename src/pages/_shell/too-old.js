// In words that any browser reads: whether it has what came with the oldest supported ones (programme/site/browsers.ts). Nothing else of the page needs to run.
;(function () {
  var isNewEnough = false
  try {
    isNewEnough =
      RegExp('(?<=a)b').test('ab') &&
      CSS.supports('selector(:has(a))') &&
      CSS.supports('color', 'color-mix(in srgb, red, blue)')
  } finally {
    if (!isNewEnough) document.getElementById('too-old').removeAttribute('hidden')
  }
})()
