import type { SessionCache } from './areas/accounts/sessions/sessionCache.ts'
import { frames } from './areas/index.ts'
import { createPipeline } from './edges/pipeline/pipeline.ts'
import type { RequestGate } from './edges/requestGate.ts'
import { limitSocketsPerNetwork, type SocketServer, type Upgrade } from './edges/webSocketLimits.ts'
import { type Services, systemScope } from './kernel/scope.ts'
import type { LiveUpdates } from './live/live.ts'
import type { Platform } from './platform/platform.ts'
import { proxyRulesOf } from './settings.ts'

/** The paths of the legacy websocket that clients use. */
const PIPELINE_PATHS = ['/', '/pipeline', '/pipeline/']

interface SocketServers {
  readonly gate: RequestGate
  readonly graph: SocketServer
  readonly pipeline: SocketServer
  readonly platform: Platform
}

/** What opens websockets, by path. */
export function upgradesOf({ platform, gate, graph, pipeline }: SocketServers): ReadonlyMap<string, Upgrade> {
  const limited = limitSocketsPerNetwork(proxyRulesOf(platform.settings))
  const legacy = limited(gate.limited(pipeline.upgrade))
  return new Map([
    ['/graphql', limited(gate.limited(graph.upgrade))],
    ...PIPELINE_PATHS.map((path) => [path, legacy] as const),
  ])
}

interface PipelineParts {
  readonly platform: Platform
  readonly services: Services
  readonly sessions: SessionCache
  readonly live: LiveUpdates
}

/** The legacy websocket. */
export const openPipeline = ({ platform, services, sessions, live }: PipelineParts): SocketServer =>
  createPipeline({
    services,
    live,
    identify: (token) => sessions.authenticate(systemScope(services), token, true),
    presenters: frames,
    metrics: platform.metrics,
  })
