// What a small window shows first (product 25): the notice, a strip of it above a survey, or nothing.
document.documentElement.dataset.smallWindow = location.pathname.startsWith('/surveys') ? 'strip' : 'notice'
try {
  if (sessionStorage.getItem('small-window')) document.documentElement.dataset.smallWindow = 'accepted'
} catch {
  // Without storage, every page shows it.
}
