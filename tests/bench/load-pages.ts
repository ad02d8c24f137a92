// The reference pages of bench:load: the same form as bare HTML and in plain Vite + React, and a React page with nothing on it.

export const form = {
  css: `body{font:14px/20px system-ui;margin:0;display:grid;min-height:100vh;align-items:center;padding:32px 56px}
form{display:grid;gap:16px;max-width:380px}label{display:grid;gap:6px}input,button{height:40px;font:inherit;padding:0 12px;border:1px solid #c3cad5;border-radius:6px}
button{background:#0b6e75;color:#fff}`
}

const page = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Log in</title>
<link rel="stylesheet" href="./form.css"></head><body>${body}</body></html>`

const react = (render: string) => `import { useState } from 'react'
import { createRoot } from 'react-dom/client'
function Login() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  return <form><h1>Log in</h1>
    <label>Email address<input type="email" value={email} onChange={event => setEmail(event.target.value)} /></label>
    <label>Password<input type="password" value={password} onChange={event => setPassword(event.target.value)} /></label>
    <button>Log in</button></form>
}
createRoot(document.querySelector('main')).render(${render})
`

export const plainPages: Record<string, string> = {
  'bare.html': page(`<form><h1>Log in</h1><label>Email address<input type="email"></label>
<label>Password<input type="password"></label><button>Log in</button></form>`),
  'empty.html': page('<main></main><script type="module" src="./empty.jsx"></script>'),
  'empty.jsx': `import { createRoot } from 'react-dom/client'\ncreateRoot(document.querySelector('main')).render(<p>Nothing here</p>)\n`,
  'plain.html': page('<main></main><script type="module" src="./plain.jsx"></script>'),
  'plain.jsx': react('<Login />')
}
