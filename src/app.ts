import type { RequestListener } from 'node:http'
import Koa from 'koa'
import { accountJobs } from './areas/accounts/jobs.ts'
import { type KnownSessions, openKnownSessions } from './areas/accounts/knownSessions.ts'
import { accountsRest } from './areas/accounts/rest.ts'
import { ensureBaseline } from './areas/system/baseline.ts'
import { systemRest } from './areas/system/rest.ts'
import { usersRest } from './areas/users/rest.ts'
import { accounts, contract, system, users } from './contract/index.ts'
import { asHandlers } from './contract/operation.ts'
import { readCookies, writeCookie } from './edges/cookies.ts'
import { fallback } from './edges/fallback.ts'
import type { ScopeFor } from './edges/graphql/door.ts'
import { type Graph, makeGraph } from './edges/graphql/graph.ts'
import { originOf } from './edges/origin.ts'
import { probes } from './edges/probes.ts'
import { docsRoutes } from './edges/rest/docs.ts'
import { mountRest } from './edges/rest/mount.ts'
import { makeServer } from './edges/server.ts'
import { shell } from './edges/shell.ts'
import { trace } from './edges/trace.ts'
import { type Outside, platformScope } from './kernel/scope.ts'
import { isDatabaseDown } from './platform/database/down.ts'
import { httpMetrics } from './platform/metrics.ts'
import { outsideOf, type Platform } from './platform/platform.ts'

/** A server with its doors closed until it listens. */
export interface App {
  /** What jobs, command line and tests act with. */
  readonly outside: Outside
  /** Opens the doors; answers the port. */
  listen(): Promise<number>
  /** Takes no more requests, lets those in flight finish, closes every websocket. */
  drain(): Promise<void>
}

const handlers = {
  ...asHandlers(accounts, accountsRest),
  ...asHandlers(users, usersRest),
  ...asHandlers(system, systemRest),
}

/** Puts the areas behind their doors. The rows that every Plaza has are in place when this resolves. */
export async function makeApp(platform: Platform): Promise<App> {
  const { settings } = platform
  const outside = outsideOf(platform)
  await ensureBaseline(platformScope(outside))
  const sessions = openKnownSessions(outside)
  const graph = openGraph(platform, outside, sessions)
  const state = { draining: false }
  const doors = openDoors({ platform, outside, sessions, graph, state })
  const server = makeServer(doors, {
    host: settings.HOST,
    port: settings.PORT,
    drainTimeout: settings.DRAIN_TIMEOUT_MS,
    upgrade: graph.upgrade,
  })
  return {
    outside,
    async listen() {
      await startJobs(platform, outside)
      return server.listen()
    },
    async drain() {
      state.draining = true
      await Promise.all([graph.closeAll(1001, 'The server is going away'), server.drain()])
      sessions.close()
    },
  }
}

const startJobs = ({ jobs }: Platform, outside: Outside) =>
  jobs.start(
    accountJobs.map(({ run, ...job }) => ({ ...job, run: async () => void (await run(platformScope(outside))) })),
  )

interface House {
  readonly platform: Platform
  readonly outside: Outside
  readonly sessions: KnownSessions
  readonly graph: Graph
  readonly state: { readonly draining: boolean }
}

/** Every door, in the order a request meets them. */
function openDoors({ platform, outside, sessions, graph, state }: House): RequestListener {
  const { settings, database, metrics, log } = platform
  const allowedOrigins = originsOf(platform)
  const isReady = async () =>
    !state.draining &&
    (await database.ping().then(
      () => true,
      () => false,
    ))
  const refusing = { log, isDatabaseDown }
  const rest = mountRest(
    {
      ...refusing,
      outside,
      allowedOrigins,
      proxies: settings.TRUST_PROXY,
      writeCookie: writeCookie(isHttps(platform)),
      identify: (scope, token, farewell) => sessions.use(scope, token, farewell),
    },
    contract,
    handlers,
  )
  const koa = new Koa()
  koa.on('error', (error) => log.error({ err: error }, 'request failed'))
  koa.use(trace(log, httpMetrics(metrics)))
  koa.use(probes({ metrics: settings.METRICS === 'on' ? metrics : null, isReady }))
  for (const middleware of shell({ allowedOrigins, https: isHttps(platform) })) koa.use(middleware)
  koa.use(fallback(refusing)).use(graph.middleware).use(rest.routes()).use(docsRoutes())
  return koa.callback()
}

function openGraph(platform: Platform, outside: Outside, sessions: KnownSessions): Graph {
  const { settings, events, log, metrics } = platform
  const scopeFor: ScopeFor = async (request, { quiet = false, token = readCookies(request.headers.cookie).auth }) => {
    const scope = { ...platformScope(outside), origin: originOf(request, settings.TRUST_PROXY) }
    return { ...scope, viewer: token ? await sessions.use(scope, token, quiet) : null }
  }
  return makeGraph({
    scopeFor,
    writeCookie: writeCookie(isHttps(platform)),
    allowedOrigins: originsOf(platform),
    isDatabaseDown,
    events,
    log,
    metrics,
    production: settings.NODE_ENV === 'production',
  })
}

const isHttps = ({ settings }: Platform) => settings.PUBLIC_URL.startsWith('https:')

/** Whoever runs the server at home may reach it by each of this machine's own names. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** The origins whose pages may act with the viewer's cookies: our own, the frontend's, those that the settings name. */
function originsOf({ settings }: Platform): ReadonlySet<string> {
  const own = new URL(settings.PUBLIC_URL)
  const aliases = LOOPBACK.includes(own.hostname) ? LOOPBACK.map((name) => own.origin.replace(own.hostname, name)) : []
  return new Set([own.origin, ...aliases, new URL(settings.WEB_URL).origin, ...settings.ALLOWED_ORIGINS])
}
