import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { COUNTERS, type Counters } from '../kernel/counters.ts'
import { DURATION_BUCKETS } from '../kernel/serverNode.ts'
import { PACKAGE_VERSION } from './packageFolder.ts'

/**
 * The metrics registry of one server, with the process metrics unless they are off. Closing empties it: prom-client's
 * observer of garbage collections keeps it for the life of the process, and gauges keep what they read.
 */
export function openMetrics({ METRICS }: { METRICS: 'on' | 'off' }) {
  const registry = new Registry()
  if (METRICS === 'on') collectDefaultMetrics({ register: registry })
  const build = new Gauge({
    name: 'plaza_build_info',
    help: 'Always 1; the labels tell the version of the server and of Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  })
  build.set({ version: PACKAGE_VERSION, node: process.versions.node }, 1)
  return { registry, close: async () => registry.clear() }
}

/** `operation` is the name in the contract or of the page, never a path with ids. */
export const httpMetrics = (registry: Registry) => ({
  requests: new Counter({
    name: 'plaza_http_requests_total',
    help: 'HTTP requests answered.',
    labelNames: ['operation', 'method', 'status'],
    registers: [registry],
  }),
  duration: new Histogram({
    name: 'plaza_http_request_duration_seconds',
    help: 'Seconds until an HTTP request was answered.',
    labelNames: ['operation', 'method'],
    buckets: [...DURATION_BUCKETS],
    registers: [registry],
  }),
})

export const securityMetrics = (registry: Registry) => ({
  events: new Counter({
    name: 'plaza_security_events_total',
    help: 'Events of the security log.',
    labelNames: ['event'],
    registers: [registry],
  }),
})

export const passwordMetrics = (registry: Registry) => ({
  hashes: new Counter({
    name: 'plaza_password_hashes_total',
    help: 'Password hashes computed.',
    registers: [registry],
  }),
})

export const imageMetrics = (registry: Registry) => ({
  images: new Counter({
    name: 'plaza_images_total',
    help: 'Pictures and thumbnails whose bytes were read to be encoded.',
    registers: [registry],
  }),
})

/** The counters of areas. They begin at 0, so that the first event of a kind is an increase that alerts see. */
export function openCounters(registry: Registry): Counters {
  const opened = new Map<string, Counter>()
  for (const [counter, { name, help, label, values }] of Object.entries(COUNTERS)) {
    const metric = new Counter({ name, help, labelNames: [label], registers: [registry] })
    for (const value of values) metric.inc({ [label]: value }, 0)
    opened.set(counter, metric)
  }
  return { add: (counter, value) => opened.get(counter)?.inc({ [COUNTERS[counter].label]: value }) }
}
