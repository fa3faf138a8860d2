import type { RequestListener } from 'node:http'
import Koa from 'koa'
import { demoLoginOf } from './areas/accounts/login/demoLogins.ts'
import { finishLoginByLink, LOGIN_PAGE_PATH, readWaitingLogin } from './areas/accounts/login/emailCodes.ts'
import { openSessionCache, type SessionCache } from './areas/accounts/sessions/sessionCache.ts'
import { areas, contract, erasers, eventTypes, frames, handlers, jobs, responders } from './areas/index.ts'
import { watchOfflineOccupants } from './areas/instances/occupants.ts'
import { ensureSeedData } from './areas/system/seed/ensureSeedData.ts'
import { type PersistedDocuments, readPersistedDocuments } from './edges/graphql/execution/persistedDocuments.ts'
import { createGraphqlServer, type GraphqlServer } from './edges/graphql/server.ts'
import type { ResolveScope } from './edges/graphql/transport/httpHandler.ts'
import { metricsAccess } from './edges/metricsAccess.ts'
import { baseMiddleware, errorHandler, healthProbes, requestLog } from './edges/middleware.ts'
import { partUploads } from './edges/partUploads.ts'
import { createPipeline } from './edges/pipeline/pipeline.ts'
import { clientInfoOf, parseCookies, serializeCookie } from './edges/request.ts'
import { admitRequests, createRequestGate, type RequestGate } from './edges/requestGate.ts'
import { docsRoutes } from './edges/rest/docs.ts'
import { endSessionsPage } from './edges/rest/endSessionsPage.ts'
import { loginPage } from './edges/rest/loginPage.ts'
import { createRestRouter } from './edges/rest/router.ts'
import { createHttpServer } from './edges/server.ts'
import type { SocketServer, Upgrade } from './edges/sockets.ts'
import { limitSocketsPerNetwork } from './edges/socketsPerNetwork.ts'
import { type Services, systemScope } from './kernel/scope.ts'
import { type LiveUpdates, openLiveUpdates } from './live/live.ts'
import { isDatabaseUnavailable } from './platform/database/connectionErrors.ts'
import { httpMetrics } from './platform/metrics.ts'
import { type Platform, servicesOf } from './platform/platform.ts'

/** The server. It accepts no connections until it listens. */
export interface App {
  /** Services for jobs, the command line and tests. */
  readonly services: Services
  /** Starts jobs and accepts connections; returns the port. */
  listen(): Promise<number>
  /** Stops accepting requests, lets those in flight finish, and closes every websocket. */
  drain(): Promise<void>
}

/** Milliseconds during which /readyz fails before connections are refused, so that load balancers notice. */
const DRAIN_NOTICE = 300

/** Puts the areas behind REST, GraphQL and the legacy websocket. Writes the rows that every installation needs. */
export async function makeApp(platform: Platform, { drainNotice = DRAIN_NOTICE } = {}): Promise<App> {
  const { settings } = platform
  const documents = await openDocuments(platform)
  const services = servicesOf(platform, responders)
  await ensureSeedData(systemScope(services))
  const sessions = openSessionCache(services)
  const live = openLiveUpdates(services, eventTypes)
  const stopWatching = watchOfflineOccupants(services)
  const gate = openGate({ platform, services, sessions })
  const graph = openGraph({ platform, services, sessions, live, gate, documents })
  const pipeline = openPipeline({ platform, services, sessions, live })
  const state = { draining: false }
  const doors = makeRequestListener({ platform, services, sessions, live, graph, gate, state })
  const server = createHttpServer(doors, {
    host: settings.HOST,
    port: settings.PORT,
    drainTimeout: settings.DRAIN_TIMEOUT_MS,
    drainNotice,
    upgrades: upgradesOf({ gate, graph, pipeline, limited: limitSocketsPerNetwork(settings.TRUST_PROXY) }),
  })
  return {
    services,
    async listen() {
      await startJobs(platform, services)
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

const startJobs = (platform: Platform, services: Services) =>
  platform.jobs.start(
    jobs.map(({ run, ...job }) => ({
      ...job,
      run: async () => void (await run(jobScope(platform, services), erasers)),
    })),
  )

/** A scope on the connections of background jobs. */
function jobScope({ database }: Platform, services: Services) {
  const { client, read } = database.background()
  return systemScope({ ...services, client, read })
}

interface AppContext {
  readonly platform: Platform
  readonly services: Services
  readonly sessions: SessionCache
  readonly live: LiveUpdates
  readonly graph: GraphqlServer
  readonly gate: RequestGate
  readonly state: { readonly draining: boolean }
}

/** The middleware, in the order in which a request passes it. */
function makeRequestListener({ platform, services, sessions, graph, gate, state }: AppContext): RequestListener {
  const { settings, database, metrics, log } = platform
  const allowedOrigins = allowedOriginsOf(platform)
  const isReady = async () =>
    !state.draining &&
    (await database.ping().then(
      () => true,
      () => false,
    ))
  const refusing = { log, isDatabaseUnavailable }
  const rest = createRestRouter(
    {
      ...refusing,
      services,
      allowedOrigins,
      proxies: settings.TRUST_PROXY,
      spool: platform.spool,
      gate,
      writeCookie: serializeCookie(isHttps(platform)),
      identify: (scope, token, skipTouch) => sessions.authenticate(scope, token, skipTouch),
    },
    contract,
    handlers,
  )
  const koa = new Koa()
  koa.on('error', (error) => log[isFaultOfClient(error) ? 'debug' : 'error']({ err: error }, 'request failed'))
  koa.use(requestLog(log, httpMetrics(metrics)))
  const canReadMetrics = metricsAccess({ token: settings.METRICS_TOKEN, proxies: settings.TRUST_PROXY })
  koa.use(healthProbes({ metrics: settings.METRICS === 'on' ? metrics : null, canReadMetrics, isReady }))
  for (const middleware of baseMiddleware({ allowedOrigins, https: isHttps(platform) })) koa.use(middleware)
  koa.use(errorHandler(refusing)).use(admitRequests(gate))
  if (platform.intake) koa.use(partUploads(platform.intake))
  const docs = docsRoutes({ tables: areas, hasGraphiql: hasGraphiql(platform) })
  koa.use(graph.middleware).use(rest.routes()).use(openLoginPage(platform, services))
  koa.use(openEndSessionsPage(platform, services)).use(docs)
  return koa.callback()
}

const openEndSessionsPage = ({ settings }: Platform, services: Services) =>
  endSessionsPage({
    webUrl: settings.WEB_URL,
    scopeOf: ({ req, state }) => ({
      ...systemScope(services),
      clientInfo: clientInfoOf(req, settings.TRUST_PROXY, 'web'),
      requestId: state.requestId,
    }),
  })

const openLoginPage = ({ settings }: Platform, services: Services) =>
  loginPage({
    path: LOGIN_PAGE_PATH,
    webUrl: settings.WEB_URL,
    read: (link) => readWaitingLogin(systemScope(services), link),
    finish: (link) => finishLoginByLink(systemScope(services), link),
  })

const DISCONNECTS = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNABORTED']
/** Codes of Node's HTTP parser, as when a client sends less than it announced. */
const PARSER_ERROR = /^HPE_/

/** Whether the client closed the connection or sent no valid HTTP, which is no error of the server. */
const isFaultOfClient = ({ code = '' }: NodeJS.ErrnoException) => DISCONNECTS.includes(code) || PARSER_ERROR.test(code)

/** The listed documents, if there are any. Throws an error for the operator if their file is bad. */
async function openDocuments({ settings }: Platform): Promise<PersistedDocuments | null> {
  const path = settings.PERSISTED_DOCUMENTS
  return path ? readPersistedDocuments({ path, only: settings.PERSISTED_DOCUMENTS_ONLY === 'on' }) : null
}

interface GraphParts extends Omit<AppContext, 'graph' | 'state'> {
  readonly documents: PersistedDocuments | null
}

function openGraph({ platform, services, sessions, live, gate, documents }: GraphParts): GraphqlServer {
  const { settings, log, metrics } = platform
  const scopeFor: ResolveScope = async (
    request,
    { skipTouch = false, token = parseCookies(request.headers.cookie).auth },
  ) => {
    const scope = { ...systemScope(services), clientInfo: clientInfoOf(request, settings.TRUST_PROXY, 'web') }
    return { ...scope, viewer: token ? await sessions.authenticate(scope, token, skipTouch) : null }
  }
  return createGraphqlServer({
    scopeFor,
    writeCookie: serializeCookie(isHttps(platform)),
    allowedOrigins: allowedOriginsOf(platform),
    isDatabaseUnavailable,
    live,
    log,
    metrics,
    production: settings.NODE_ENV === 'production',
    graphiql: hasGraphiql(platform) ? { demoLogin: () => demoLoginOf(systemScope(services)) } : null,
    gate,
    documents,
  })
}

const hasGraphiql = ({ settings }: Platform) => settings.GRAPHIQL === 'on'

function openGate({ platform, services, sessions }: Pick<AppContext, 'platform' | 'services' | 'sessions'>) {
  const { settings } = platform
  return createRequestGate({
    limits: platform.limits,
    perUser: settings.MAX_REQUESTS_PER_USER,
    perAddress: settings.MAX_REQUESTS_PER_ADDRESS,
    poolSize: settings.DATABASE_POOL_SIZE,
    proxies: settings.TRUST_PROXY,
    identify: (token) => sessions.authenticate(systemScope(services), token, true),
  })
}

/** The paths of the legacy websocket that clients use. */
const PIPELINE_PATHS = ['/', '/pipeline', '/pipeline/']

interface SocketServers {
  readonly gate: RequestGate
  readonly graph: SocketServer
  readonly pipeline: SocketServer
  readonly limited: (upgrade: Upgrade) => Upgrade
}

function upgradesOf({ gate, graph, pipeline, limited }: SocketServers): ReadonlyMap<string, Upgrade> {
  const legacy = limited(gate.limited(pipeline.upgrade))
  return new Map([
    ['/graphql', limited(gate.limited(graph.upgrade))],
    ...PIPELINE_PATHS.map((path) => [path, legacy] as const),
  ])
}

const openPipeline = ({
  platform,
  services,
  sessions,
  live,
}: Omit<AppContext, 'graph' | 'gate' | 'state'>): SocketServer =>
  createPipeline({
    services,
    live,
    identify: (token) => sessions.authenticate(systemScope(services), token, true),
    presenters: frames,
    metrics: platform.metrics,
  })

const isHttps = ({ settings }: Platform) => settings.PUBLIC_URL.startsWith('https:')

/** Names of the local machine: a server on one of them is reached by all. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** Origins whose pages may send the session cookie: PUBLIC_URL, WEB_URL and ALLOWED_ORIGINS. */
function allowedOriginsOf({ settings }: Platform): ReadonlySet<string> {
  const own = new URL(settings.PUBLIC_URL)
  const aliases = LOOPBACK.includes(own.hostname) ? LOOPBACK.map((name) => own.origin.replace(own.hostname, name)) : []
  return new Set([own.origin, ...aliases, new URL(settings.WEB_URL).origin, ...settings.ALLOWED_ORIGINS])
}
