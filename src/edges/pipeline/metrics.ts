import { Counter, Gauge, type Registry } from 'prom-client'

/** Counts open sockets, and frames that were sent. */
export function pipelineMetrics(registry: Registry, sockets: () => number) {
  const collect = function (this: Gauge) {
    this.set(sockets())
  }
  new Gauge({ name: 'plaza_pipeline_sockets', help: 'Open legacy websockets.', registers: [registry], collect })
  const frames = new Counter({
    name: 'plaza_pipeline_frames_total',
    help: 'Frames sent over legacy websockets, by type.',
    labelNames: ['type'],
    registers: [registry],
  })
  return { count: ({ type }: { readonly type: string }) => frames.inc({ type }) }
}
