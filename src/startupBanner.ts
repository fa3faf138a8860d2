import { DEMO_LOGINS, DEMO_PASSWORD } from './areas/accounts/login/demoLogins.ts'
import { hostInUrl, type Settings } from './settings.ts'

/** Prints the URLs of the server and the demo logins. */
export function printStartupBanner(settings: Settings, port: number, demo: boolean): void {
  const base = settings.PUBLIC_URL.replace(/:0$/, `:${port}`)
  const lines = [
    `Plaza listens on http://${hostInUrl(settings.HOST)}:${port}`,
    `  REST     ${base}/api/1`,
    `  GraphQL  ${base}/graphql (also as a websocket)`,
    `  API docs ${base}/docs/graphql and ${base}/docs`,
    `  Schemas  ${base}/schema.graphql and ${base}/openapi.json`,
    `  Probes   ${base}/livez ${base}/readyz ${base}/metrics`,
    ...(demo ? [`  Demo     ${DEMO_LOGINS.join(', ')} (demo_admin is an admin), password ${DEMO_PASSWORD}`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
