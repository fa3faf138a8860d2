import type { IncomingMessage, RequestListener } from 'node:http'
import { join } from 'node:path'
import type Koa from 'koa'
import { demoLoginOf } from './areas/accounts/login/demoLogins.ts'
import { openSessionCache, type SessionCache } from './areas/accounts/sessions/sessionCache.ts'
import { avatarGalleries } from './areas/avatars/avatar/gallery.ts'
import { findWithheldAssets } from './areas/avatars/policy.ts'
import { ensureDefaultAvatar } from './areas/avatars/wearing/defaultAvatar.ts'
import { watchSoldThings } from './areas/economy/catalogue/cleanup.ts'
import { ensureEconomySeed } from './areas/economy/seed.ts'
import { contract, deletionHooks, erasers, eventTypes, exportRules, handlers, jobs, responders } from './areas/index.ts'
import { findPossibleVisits } from './areas/instances/group/lists.ts'
import { watchInstances } from './areas/instances/watch.ts'
import { watchArrivals } from './areas/inventory/drop/drops.ts'
import { watchNode } from './areas/operations/node/watch.ts'
import { recordJobRun } from './areas/operations/runs/records.ts'
import { ensureSeedData } from './areas/system/seed/ensureSeedData.ts'
import { usePlainInputMessages } from './contract/inputMessages.ts'
import { type ExchangeOptions, type FindServe, type Serve, serveByHead, serveExchange } from './edges/exchange.ts'
import { type PersistedDocuments, readPersistedDocuments } from './edges/graphql/execution/persistedDocuments.ts'
import { createGraphqlServer, type GraphqlServer } from './edges/graphql/server.ts'
import type { OpenScopeLookup } from './edges/graphql/transport/httpHandler.ts'
import { createKoa } from './edges/koa.ts'
import type { MetricsServer } from './edges/metricsServer.ts'
import { notingWrites } from './edges/notedWrites.ts'
import { healthProbes, metricsAccess } from './edges/pages/healthProbes.ts'
import { partUploads } from './edges/partUploads.ts'
import { clientInfoOf, cookieTokens, serializeCookie, viewerOfTokens } from './edges/request.ts'
import { admitRequests, createRequestGate, type RequestGate } from './edges/requestGate.ts'
import { traceRequestsBy } from './edges/requestLog.ts'
import { commonHeaders } from './edges/responseHeaders.ts'
import type { RestOptions } from './edges/rest/endpoint.ts'
import { createRestServer } from './edges/rest/serve.ts'
import { createHttpServer } from './edges/server.ts'
import { webAssets } from './edges/web/assets.ts'
import type { Upgrade } from './edges/webSocketLimits.ts'
import { requestScope, type Services, systemScope } from './kernel/scope.ts'
import { type LiveUpdates, openLiveUpdates } from './live/live.ts'
import { makeReadiness, openMetricsPort } from './metricsPort.ts'
import { openPages, openPaymentWebhook, openWebPage } from './pages.ts'
import { StoreFault, startFault } from './platform/blobs/storeFaults.ts'
import { httpMetrics } from './platform/metrics.ts'
import { openServerNode } from './platform/node/serverNode.ts'
import { awaitAll } from './platform/openPlatform.ts'
import { rememberPublicUrl } from './platform/ownUrls.ts'
import { WEB_FOLDER } from './platform/packageFolder.ts'
import { backgroundServicesOf, type Platform, servicesOf } from './platform/platform.ts'
import { openOutageCounter } from './platform/watch/databaseMetrics.ts'
import { allowedOriginsOf, hasGraphiql, hostInUrl, isProduction, proxyRulesOf, reachableHost } from './settings.ts'
import { openWarmUp, type WarmUp } from './warmUp.ts'
import { openPipeline, upgradesOf } from './websockets.ts'

/** The server. It accepts no connections until it listens. */
export interface App {
  /** Services for jobs, the command line and tests. */
  readonly services: Services
  /** Starts jobs and accepts connections; returns the port. */
  listen(): Promise<number>
  /** Stops accepting requests, lets those in flight finish, and closes every websocket. */
  drain(): Promise<void>
  /** Rejects when the server can't go on, as when its worker processes can't be started. */
  readonly failed?: Promise<never>
}

export interface AppOptions {
  /** Requests of a user in work that change something; the bound of this name by default. */
  readonly writesAtOnce?: number | undefined
  /** Reads the metrics of all processes of the server in the text format of Prometheus; by default those of this one. */
  readonly readMetrics?: () => Promise<string>
}

/** What areas answer for areas that they depend on. */
const AREA_SERVICES = { responders, avatarGalleries, findPossibleVisits, findWithheldAssets, deletionHooks }

/** Puts the areas behind REST, GraphQL and the legacy websocket. Writes the rows that every installation needs. */
export async function makeApp(platform: Platform, options: AppOptions = {}): Promise<App> {
  const { readMetrics = () => platform.metrics.metrics() } = options
  const { settings } = platform
  usePlainInputMessages()
  const documents = await openDocuments(platform)
  const ofAreas = { ...AREA_SERVICES, node: openNode(platform) }
  const services = servicesOf(platform, await rememberPublicUrl(platform), ofAreas)
  await ensureOwnRows(platform, services)
  const warmUp = openWarmUp(openSessionCache(services), contract)
  const { sessions } = warmUp
  const live = openLiveUpdates(services, eventTypes)
  const stops = [watchInstances(services), watchArrivals(services), watchSoldThings(services)]
  const nodeWatch = watchNode(services)
  const isDatabaseUnavailable = openOutageCounter(platform.metrics)
  const gate = notingWrites(openGate({ platform, services, sessions }, options), services.oldReads)
  const parts = { platform, services, sessions, live, gate, isDatabaseUnavailable }
  const graph = openGraph({ ...parts, documents })
  const pipeline = openPipeline({ platform, services, sessions, live })
  const state: AppState = { isServing: false, metrics: null }
  const doors = makeRequestListener({ ...parts, graph, state, readMetrics, warmUp })
  const server = openServer(platform, doors, upgradesOf({ platform, gate, graph, pipeline }))
  return {
    services,
    async listen() {
      state.metrics = await openMetricsPort(platform, { readMetrics, isReady: makeReadiness(platform, state) })
      if (isProduction(settings)) await warmUp.run(doors, settings.DATABASE_POOL_SIZE)
      // Requests need not wait for the jobs, of which some run at each start.
      const begin = (opened: number) => {
        state.isServing = true
        return opened
      }
      const [port] = await awaitAll(server.listen().then(begin), startJobs(platform, services))
      nodeWatch.begin()
      platform.payments.listenAt?.(`http://${hostInUrl(reachableHost(settings.HOST))}:${port}`)
      return port
    },
    async drain() {
      state.isServing = false
      const closing = { code: 1001, reason: 'The server is going away', over: settings.DRAIN_NOTICE_MS }
      await Promise.all([graph.closeAll(closing), pipeline.closeAll(closing), server.drain()])
      await state.metrics?.close()
      for (const stop of stops) stop()
      await nodeWatch.stop()
      live.close()
      sessions.close()
    },
  }
}

const openServer = (platform: Platform, doors: RequestListener, upgrades: ReadonlyMap<string, Upgrade>) =>
  createHttpServer(doors, {
    host: platform.settings.HOST,
    port: platform.settings.PORT,
    drainTimeout: platform.settings.DRAIN_TIMEOUT_MS,
    drainNotice: platform.settings.DRAIN_NOTICE_MS,
    headers: commonHeaders({ https: isHttps(platform) }),
    log: platform.log,
    upgrades,
  })

/** This process. Its checks are loaded when they run, as those for an object store are large. */
const openNode = (platform: Platform) =>
  openServerNode(platform, {
    plans: jobs.map(({ name, schedule }) => ({ name, schedule })),
    check: async () => (await import('./cli/doctor/serverChecks.ts')).checkServer(platform),
  })

/** Writes the rows that every installation needs. */
async function ensureOwnRows({ settings }: Platform, services: Services): Promise<void> {
  await ensureSeedData(systemScope(services))
  await ensureEconomySeed(systemScope(services))
  await ensureDefaultAvatar(systemScope(services)).catch((error: unknown) => {
    throw error instanceof StoreFault ? startFault(error, settings) : error
  })
}

const startJobs = (platform: Platform, services: Services) =>
  platform.jobs.start(
    jobs.map(({ run, ...job }) => ({
      ...job,
      run: () => recordJobRun(backgroundServicesOf(platform, services), job.name, (s) => run(s, erasers, exportRules)),
    })),
  )

interface AppContext {
  readonly platform: Platform
  readonly services: Services
  readonly sessions: SessionCache
  readonly live: LiveUpdates
  readonly graph: GraphqlServer
  readonly gate: RequestGate
  readonly state: { readonly isServing: boolean }
  readonly readMetrics: () => Promise<string>
  readonly isDatabaseUnavailable: (error: unknown) => boolean
  readonly warmUp: Pick<WarmUp, 'isAtWork'>
}

/** Operations of REST and GraphQL are served by themselves, and all else by Koa. */
function makeRequestListener(app: AppContext): RequestListener {
  const { platform, services, sessions, graph, gate, isDatabaseUnavailable } = app
  const { settings, metrics, log } = platform
  const allowedOrigins = allowedOriginsOf(settings)
  const rest: RestOptions = {
    services,
    allowedOrigins,
    proxies: proxyRulesOf(settings),
    vendorNames: { ExternalStore: settings.EXTERNAL_STORE_PATH, provider: settings.PAYMENT_PROVIDER_PATH },
    gate,
    writeCookie: serializeCookie(isHttps(platform)),
    identify: (scope, token, skipTouch) => sessions.authenticate(scope, token, skipTouch),
  }
  const trace = traceRequestsBy(unredacted(log), httpMetrics(metrics))
  const options: ExchangeOptions = {
    log,
    isDatabaseUnavailable,
    allowedOrigins,
    trace: (...exchange) => (app.warmUp.isAtWork() ? 'warm-up' : trace(...exchange)),
    headers: commonHeaders({ https: isHttps(platform) }),
  }
  const finders = [serveByHead(options), createRestServer(rest, contract, handlers), graph.findServe]
  const serveByKoa = makeKoa(app, options).callback()
  return (request, response) => {
    const serve = findServe(finders, request)
    const served = serve ? serveExchange(options, [request, response], serve) : serveByKoa(request, response)
    served.catch(() => response.destroy())
  }
}

function findServe(finders: readonly FindServe[], request: IncomingMessage): Serve | null {
  for (const find of finders) {
    const serve = find(request)
    if (serve) return serve
  }
  return null
}

/** Serves probes, uploads and pages. */
function makeKoa(app: AppContext, options: ExchangeOptions): Koa {
  const { platform, services, sessions, graph, gate, state, readMetrics } = app
  const { settings } = platform
  const koa = createKoa(options)
  const isReady = makeReadiness(platform, state)
  const canReadMetrics = openMetricsAccess(platform)
  const uncounted = [
    healthProbes({ readMetrics: settings.METRICS === 'on' ? readMetrics : null, canReadMetrics, isReady }),
    openPaymentWebhook(platform, services),
    webAssets(WEB_FOLDER),
    ...(graph.page ? [graph.page] : []),
  ]
  const counted = [
    ...(platform.intake ? [partUploads(platform.intake)] : []),
    ...openPages({ platform, services, sessions }),
  ]
  for (const router of uncounted) koa.use(router.routes())
  koa.use(openWebPage(platform, [...uncounted, ...counted]))
  koa.use(admitRequests(gate))
  for (const router of counted) koa.use(router.routes())
  return koa
}

interface AppState {
  isServing: boolean
  /** The server on the port of metrics; null without one. */
  metrics: MetricsServer | null
}

/** For lines of requests and operations: they hold nothing to redact, which is most of the cost of a line. */
const unredacted = (log: Platform['log']) => log.child({}, { redact: [] })

const openMetricsAccess = (platform: Platform) =>
  metricsAccess({
    token: platform.settings.METRICS_TOKEN,
    proxies: proxyRulesOf(platform.settings),
    production: isProduction(platform.settings),
  })

/** The listed documents, if there are any. Throws an error for the operator if their file is bad. */
async function openDocuments({ settings }: Platform): Promise<PersistedDocuments | null> {
  const path = settings.PERSISTED_DOCUMENTS
  const ownHashes = join(WEB_FOLDER, 'documents.json')
  return path ? readPersistedDocuments({ path, only: settings.PERSISTED_DOCUMENTS_ONLY === 'on', ownHashes }) : null
}

interface GraphParts extends Omit<AppContext, 'graph' | 'state' | 'readMetrics' | 'warmUp'> {
  readonly documents: PersistedDocuments | null
}

function openGraph({
  platform,
  services,
  sessions,
  live,
  gate,
  documents,
  isDatabaseUnavailable,
}: GraphParts): GraphqlServer {
  const { log, metrics } = platform
  const proxies = proxyRulesOf(platform.settings)
  const openScopeLookup: OpenScopeLookup = (request, requestId) => {
    const clientInfo = clientInfoOf(request, proxies, 'web')
    let tokens = cookieTokens(request)
    return async (options = {}) => {
      if (options.token !== undefined) tokens = [options.token]
      const scope = requestScope(services, { clientInfo, requestId })
      const identify = (token: string) => sessions.authenticate(scope, token, options.skipTouch ?? false)
      const viewer = await viewerOfTokens(tokens, identify)
      return viewer ? { ...scope, viewer } : { ...scope, sessionEnd: await sessions.endOf(scope, tokens) }
    }
  }
  return createGraphqlServer({
    openScopeLookup,
    writeCookie: serializeCookie(isHttps(platform)),
    allowedOrigins: allowedOriginsOf(platform.settings),
    isDatabaseUnavailable,
    live,
    log,
    operationLog: unredacted(log),
    metrics,
    production: isProduction(platform.settings),
    graphiql: hasGraphiql(platform.settings) ? { demoLogin: () => demoLoginOf(systemScope(services)) } : null,
    gate,
    documents,
  })
}

function openGate(
  { platform, services, sessions }: Pick<AppContext, 'platform' | 'services' | 'sessions'>,
  { writesAtOnce }: AppOptions,
) {
  const { settings } = platform
  return createRequestGate({
    limits: platform.limits,
    perUser: settings.MAX_REQUESTS_PER_USER,
    perAddress: settings.MAX_REQUESTS_PER_ADDRESS,
    writesAtOnce,
    poolSize: settings.DATABASE_POOL_SIZE,
    proxies: proxyRulesOf(platform.settings),
    identify: (token) => sessions.authenticate(systemScope(services), token, true),
  })
}

const isHttps = ({ settings }: Platform) => settings.PUBLIC_URL.startsWith('https:')
