import type { RequestListener } from 'node:http'
import Koa from 'koa'
import type { Eraser } from './areas/accounts/deletion.ts'
import { ownFrames, tellsOneself } from './areas/accounts/frames.ts'
import { accountJobs } from './areas/accounts/jobs.ts'
import { type KnownSessions, openKnownSessions } from './areas/accounts/knownSessions.ts'
import { accountsRest } from './areas/accounts/rest.ts'
import { eraseFavorites } from './areas/favorites/erasing.ts'
import { favoritesRest } from './areas/favorites/rest.ts'
import { eraseFiles } from './areas/files/erasing.ts'
import { contentFrame } from './areas/files/frames.ts'
import { fileJobs } from './areas/files/jobs.ts'
import { filesRest } from './areas/files/rest.ts'
import { friendResponders } from './areas/friends/boops.ts'
import { friendFrames } from './areas/friends/frames.ts'
import { eraseFriendships } from './areas/friends/friendships.ts'
import { friendsRest } from './areas/friends/rest.ts'
import { watchDepartures } from './areas/instances/departures.ts'
import { eraseInstances } from './areas/instances/erasing.ts'
import { instanceClosedFrame } from './areas/instances/frames.ts'
import { instanceJobs } from './areas/instances/jobs.ts'
import { instancesRest } from './areas/instances/rest.ts'
import { eraseInviteMessages } from './areas/invites/erasing.ts'
import { invitesRest } from './areas/invites/rest.ts'
import { eraseModerations } from './areas/moderation/erasing.ts'
import { moderationRest } from './areas/moderation/rest.ts'
import { eraseNotifications } from './areas/notifications/erasing.ts'
import { notificationFrames } from './areas/notifications/frames.ts'
import { notificationJobs } from './areas/notifications/jobs.ts'
import { notificationsRest } from './areas/notifications/rest.ts'
import { erasePrints } from './areas/prints/prints.ts'
import { printsRest } from './areas/prints/rest.ts'
import { eraseProps } from './areas/props/erasing.ts'
import { propsRest } from './areas/props/rest.ts'
import { eraseFromReports } from './areas/reports/erasing.ts'
import { reportsRest } from './areas/reports/rest.ts'
import { ensureBaseline } from './areas/system/baseline.ts'
import { systemRest } from './areas/system/rest.ts'
import { usersRest } from './areas/users/rest.ts'
import { eraseWorlds } from './areas/worlds/erasing.ts'
import { worldJobs } from './areas/worlds/jobs.ts'
import { worldsRest } from './areas/worlds/rest.ts'
import {
  accounts,
  contract,
  favorites,
  files,
  friends,
  instances,
  invites,
  moderation,
  notifications,
  prints,
  props,
  reports,
  system,
  users,
  worlds,
} from './contract/index.ts'
import { asHandlers } from './contract/operation.ts'
import { readCookies, writeCookie } from './edges/cookies.ts'
import { fallback } from './edges/fallback.ts'
import type { ScopeFor } from './edges/graphql/door.ts'
import { type Graph, makeGraph } from './edges/graphql/graph.ts'
import type { Live } from './edges/live/live.ts'
import { openLive } from './edges/live/open.ts'
import { originOf } from './edges/origin.ts'
import { makePipeline, type Pipeline } from './edges/pipeline/pipeline.ts'
import { probes } from './edges/probes.ts'
import { docsRoutes } from './edges/rest/docs.ts'
import { mountRest } from './edges/rest/mount.ts'
import { makeServer, type Upgrade } from './edges/server.ts'
import { shell } from './edges/shell.ts'
import { trace } from './edges/trace.ts'
import { uploads } from './edges/uploads.ts'
import type { Responders } from './kernel/responders.ts'
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
  ...asHandlers(friends, friendsRest),
  ...asHandlers(notifications, notificationsRest),
  ...asHandlers(files, filesRest),
  ...asHandlers(worlds, worldsRest),
  ...asHandlers(instances, instancesRest),
  ...asHandlers(favorites, favoritesRest),
  ...asHandlers(invites, invitesRest),
  ...asHandlers(moderation, moderationRest),
  ...asHandlers(props, propsRest),
  ...asHandlers(prints, printsRest),
  ...asHandlers(reports, reportsRest),
  ...asHandlers(system, systemRest),
}

/**
 * What goes with an account that is erased, beside what accounts and users keep themselves: in the order in which the
 * acts of others take it, reports before the feeds that hear of them, worlds before their instances.
 */
export const erasers: readonly Eraser[] = [
  eraseFriendships,
  eraseFavorites,
  eraseModerations,
  eraseFromReports,
  eraseInviteMessages,
  eraseWorlds,
  eraseInstances,
  eraseProps,
  erasePrints,
  eraseFiles,
  eraseNotifications,
]

/** What answers to notifications mean, as the areas that send them say. */
export const responders: Responders = friendResponders

/** Puts the areas behind their doors. The rows that every Plaza has are in place when this resolves. */
export async function makeApp(platform: Platform): Promise<App> {
  const { settings } = platform
  const outside = outsideOf(platform, responders)
  await ensureBaseline(platformScope(outside))
  const sessions = openKnownSessions(outside)
  const live = openLive(outside)
  const stopWatching = watchDepartures(outside)
  const graph = openGraph({ platform, outside, sessions, live })
  const pipeline = openPipeline({ platform, outside, sessions, live })
  const state = { draining: false }
  const doors = openDoors({ platform, outside, sessions, live, graph, state })
  const server = makeServer(doors, {
    host: settings.HOST,
    port: settings.PORT,
    drainTimeout: settings.DRAIN_TIMEOUT_MS,
    upgrades: upgradesOf(graph, pipeline),
  })
  return {
    outside,
    async listen() {
      await startJobs(platform, outside)
      return server.listen()
    },
    async drain() {
      state.draining = true
      const reason = 'The server is going away'
      await Promise.all([graph.closeAll(1001, reason), pipeline.closeAll(1001, reason), server.drain()])
      stopWatching()
      live.close()
      sessions.close()
    },
  }
}

const startJobs = ({ jobs }: Platform, outside: Outside) =>
  jobs.start(
    [...accountJobs(erasers), ...notificationJobs, ...fileJobs, ...worldJobs, ...instanceJobs].map(
      ({ run, ...job }) => ({
        ...job,
        run: async () => void (await run(platformScope(outside))),
      }),
    ),
  )

interface House {
  readonly platform: Platform
  readonly outside: Outside
  readonly sessions: KnownSessions
  readonly live: Live
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
  koa.on('error', (error) => log[isGone(error) ? 'debug' : 'error']({ err: error }, 'request failed'))
  koa.use(trace(log, httpMetrics(metrics)))
  koa.use(probes({ metrics: settings.METRICS === 'on' ? metrics : null, isReady }))
  for (const middleware of shell({ allowedOrigins, https: isHttps(platform) })) koa.use(middleware)
  koa.use(fallback(refusing))
  if (platform.intake) koa.use(uploads(platform.intake))
  koa.use(graph.middleware).use(rest.routes()).use(docsRoutes())
  return koa.callback()
}

/** The client broke off: nobody's fault, and nobody is left to answer. */
const isGone = (error: NodeJS.ErrnoException) =>
  ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNABORTED'].includes(error.code ?? '')

function openGraph({ platform, outside, sessions, live }: Omit<House, 'graph' | 'state'>): Graph {
  const { settings, log, metrics } = platform
  const scopeFor: ScopeFor = async (request, { quiet = false, token = readCookies(request.headers.cookie).auth }) => {
    const scope = { ...platformScope(outside), origin: originOf(request, settings.TRUST_PROXY, 'web') }
    return { ...scope, viewer: token ? await sessions.use(scope, token, quiet) : null }
  }
  return makeGraph({
    scopeFor,
    writeCookie: writeCookie(isHttps(platform)),
    allowedOrigins: originsOf(platform),
    isDatabaseDown,
    live,
    log,
    metrics,
    production: settings.NODE_ENV === 'production',
  })
}

/** Legacy clients know the websocket by either path. */
const PIPELINE_PATHS = ['/', '/pipeline', '/pipeline/']

const upgradesOf = (graph: Graph, pipeline: Pipeline): ReadonlyMap<string, Upgrade> =>
  new Map([['/graphql', graph.upgrade], ...PIPELINE_PATHS.map((path) => [path, pipeline.upgrade] as const)])

/** What the legacy websocket tells without reading anything. */
const plainFrames = { 'content.changed': contentFrame, 'instance.closed': instanceClosedFrame }

const openPipeline = ({ platform, outside, sessions, live }: Omit<House, 'graph' | 'state'>): Pipeline =>
  makePipeline({
    outside,
    live,
    identify: (token) => sessions.use(platformScope(outside), token, true),
    presenters: { notificationFrames, friendFrames, tellsOneself, ownFrames, plainFrames },
    metrics: platform.metrics,
  })

const isHttps = ({ settings }: Platform) => settings.PUBLIC_URL.startsWith('https:')

/** Whoever runs the server at home may reach it by each of this machine's own names. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** The origins whose pages may act with the viewer's cookies: our own, the frontend's, those that the settings name. */
function originsOf({ settings }: Platform): ReadonlySet<string> {
  const own = new URL(settings.PUBLIC_URL)
  const aliases = LOOPBACK.includes(own.hostname) ? LOOPBACK.map((name) => own.origin.replace(own.hostname, name)) : []
  return new Set([own.origin, ...aliases, new URL(settings.WEB_URL).origin, ...settings.ALLOWED_ORIGINS])
}
