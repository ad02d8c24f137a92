// Tests for features of the oldest supported browsers (src/sites/browsers.ts), in syntax that any browser understands.
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
