import { DEMO_LOGINS, DEMO_PASSWORD } from './areas/accounts/login/demoLogins.ts'
import { hostInUrl, type Settings } from './settings.ts'

interface BannerFacts {
  readonly port: number
  /** Whether there are demo accounts. */
  readonly demo: boolean
  /** The code for the first admin; null if there is an admin or has been one. */
  readonly firstAdminCode: string | null
}

/** Prints the URLs of the server, the demo logins and how to become its first admin. */
export function printStartupBanner(settings: Settings, { port, demo, firstAdminCode }: BannerFacts): void {
  const base = settings.PUBLIC_URL.replace(/:0$/, `:${port}`)
  const lines = [
    `Plaza listens on http://${hostInUrl(settings.HOST)}:${port}`,
    `  REST     ${base}/api/1`,
    `  GraphQL  ${base}/graphql (also as a websocket)`,
    `  API docs ${base}/docs/graphql and ${base}/docs`,
    `  Schemas  ${base}/schema.graphql and ${base}/openapi.json`,
    `  Probes   ${base}/livez ${base}/readyz ${base}/metrics`,
    `  Web UI   ${base}/`,
    ...(firstAdminCode ? [`  Set up   ${base}/first-run with the code ${firstAdminCode} makes the first admin`] : []),
    ...(demo ? [`  Demo     ${DEMO_LOGINS.join(', ')} (demo_admin is an admin), password ${DEMO_PASSWORD}`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
