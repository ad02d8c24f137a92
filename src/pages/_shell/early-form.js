// The login form takes a submit before the island is there: it is held, and the island sends it (src/browser/features/accounts/early-input.ts). The browser never does.
document.querySelector('#first-paint form').addEventListener('submit', event => {
  event.preventDefault()
  event.target.dataset.held = ''
  event.target.querySelector('button').setAttribute('aria-disabled', 'true')
})
