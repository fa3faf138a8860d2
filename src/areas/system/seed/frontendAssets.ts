const VARIANTS = ['public', 'internal'] as const

/** Style of the start page. */
export const startPageStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { width: min(32rem, 90vw); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
dt { opacity: .7; }
dd { margin: 0; overflow-wrap: anywhere; }
nav { display: flex; gap: 1rem; }
`

/** Script of the start page, which shows the status of the service. */
export const startPageScript = (variant: string) => `const status = document.getElementById('status')

const read = async (path) => {
  const response = await fetch('/api/1' + path)
  if (!response.ok) throw new Error(path + ': ' + response.status)
  return response.json()
}

const show = (rows) => {
  status.replaceChildren(...rows.flatMap(([name, value]) => {
    const term = document.createElement('dt')
    const detail = document.createElement('dd')
    term.textContent = name
    detail.textContent = value
    return [term, detail]
  }))
}

// Where mailed links lead in the end.
const landed = new URLSearchParams(location.search)
const outcome = [
  ...(landed.get('email') === 'confirmed' ? [['E-mail address', 'confirmed']] : []),
  ...(landed.get('loginPlace') === 'verified' ? [['New place', 'approved; log in again there']] : []),
]

const refresh = async () => {
  const [config, online, time] = await Promise.all([read('/config'), read('/visits'), read('/time')])
  show([
    ...outcome,
    ['Service', 'answers'],
    ['Online', online],
    ['Time', new Date(time).toLocaleString()],
    ['Registration', config.disableRegistration ? 'closed' : 'open'],
    ['Support', config.supportEmail],
    ['Frontend', 'main, ${variant}'],
  ])
}

const attempt = () => refresh().catch((error) => show([['Service', error.message]]))

attempt()
setInterval(attempt, 30_000)
`

/** The first build of the web frontend, which admins replace. */
export const seedFrontendAssets = VARIANTS.flatMap((variant) => [
  { kind: 'css', variant, branch: 'main', content: startPageStyle },
  { kind: 'js', variant, branch: 'main', content: startPageScript(variant) },
])
